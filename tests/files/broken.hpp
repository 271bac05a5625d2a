// Makes the files of tests/data/broken: small files that once hung the program, ended it or took gigabytes.
#pragma once

#include <string>
#include <vector>

namespace repose::test {

struct BrokenFile {
  std::string name;   // with the suffix of its kind
  std::string bytes;  // of the file
  std::string harm;   // what it did to a version that was not prepared for it
};

std::vector<BrokenFile> broken_files();

}  // namespace repose::test
