#include "reference_files.hpp"
#include "support.hpp"

namespace repose {

TEST_CASE("A file of cell and rule lines is sand.js") {
  CHECK(detect_dialect("cell air 0 0 0 0.5\nrule air air air air\n") == Dialect::sandjs);
  CHECK(detect_dialect("  cell\tair 0 0 0 0.5\r\n") == Dialect::sandjs);
}

TEST_CASE("A file of element and neighbor lines is wxSand") {
  CHECK(detect_dialect("element Empty 0 0 0 0 1 0 0 1\n") == Dialect::wxsand);
  CHECK(detect_dialect("neighbor 0.5 Fire Plant 1 Fire Fire\rself 0.1 Fire 1 Empty") == Dialect::wxsand);
  CHECK(detect_dialect("#Version 4.4, File subversion 2\n") == Dialect::wxsand);
}

TEST_CASE("A file without known words is sand.js; otherwise the majority decides") {
  CHECK(detect_dialect("") == Dialect::sandjs);
  CHECK(detect_dialect("hello world\n") == Dialect::sandjs);
  CHECK(detect_dialect("item list of this file:\ncell air 0 0 0 0.5\n") == Dialect::sandjs);
  CHECK(detect_dialect("element A\nelement B\ncell c\n") == Dialect::wxsand);
}

TEST_CASE("A word counts only as the whole first word of a line") {
  CHECK(detect_dialect("my element\nElement x\nelements x\n") == Dialect::sandjs);
}

TEST_CASE("The community's wxSand files are recognised") {
  REPOSE_NEEDS_COMMUNITY_FILES();
  for (const auto& file : test::community_files()) {
    INFO(file);
    CHECK(read_config_file(file).dialect == Dialect::wxsand);
  }
}

}  // namespace repose
