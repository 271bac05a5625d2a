// A small config in sand.js that every automaton can run.
#pragma once

#include <string>

namespace repose::test {

// Ten lines: air, sand, water and wall; what is denser sinks, walls stay.
inline const std::string kSmallRules = R"(cell air 0 0 0 0.1
cell sand 200 180 100 0.9
cell water 0 0 255 0.5
cell wall 128 128 128 1
rule sand air air sand
rule water air air water
rule sand water water sand
rule wall air wall air
rule wall sand wall sand
rule wall water wall water
)";

}  // namespace repose::test
