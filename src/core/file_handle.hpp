#pragma once

#include <cstdio>
#include <memory>

namespace repose {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// An open file of the C library, closed at the end. Errors of closing are not reported.
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace repose
