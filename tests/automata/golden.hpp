// Golden hashes: the results of runs when a person last approved them. They are in tests/data/golden.json; only
// scripts/approve-golden changes them.
#pragma once

#include <cstdint>
#include <string>

namespace repose::test {

std::string hash_text(std::uint64_t hash);  // 16 hex digits

// Checks `hash` against the approved one; on a mismatch the failure shows the line to paste. While
// scripts/approve-golden runs (REPOSE_GOLDEN_OUT names a file) it writes the line there instead.
void check_golden(const std::string& run, std::uint64_t hash);

}  // namespace repose::test
