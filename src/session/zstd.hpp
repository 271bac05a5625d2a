// What users of Zstandard contexts share.
#pragma once

#include <cstddef>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace repose {

struct FreeZstd {
  void operator()(ZSTD_CCtx_s* context) const;
  void operator()(ZSTD_DCtx_s* context) const;
};

// The result of a call that can only fail for a lack of memory: the callers exclude all other reasons.
std::size_t checked_zstd(std::size_t result);

}  // namespace repose
