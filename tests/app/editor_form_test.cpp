// The forms and the matrix of the config editor, which write into the text.
#include <fmt/format.h>

#include "editor_desk.hpp"

using namespace repose;
using repose::test::Desk;
using repose::test::kDeskConfig;
using repose::test::with;

TEST_CASE("a colour chosen in the form is the colour in the text, and undo brings the old one back") {
  Desk desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/gold");
  // The first of the three fields is red: a drag to the right increases it, to the left decreases it.
  const auto rect = *landmarks().find("editor/color");
  const int y = static_cast<int>((rect.y + rect.w) / 2), x = static_cast<int>(rect.x) + 30;
  desk.d.move(x, y);
  desk.d.frames(2);
  desk.d.down();
  for (int i = 1; i <= 20; ++i) {
    desk.d.move(x - 4 * i, y);
    desk.d.frames(1);
  }
  desk.d.up();
  desk.d.frames(2);
  const Color color = desk.editor().draft().analysis().rules().elements[2].color;
  CHECK(color.r < 250);
  CHECK(color.g == 220);
  CHECK(desk.text() == with(kDeskConfig, "gold  250", "gold  " + std::to_string(color.r)));
  desk.d.key(SDLK_z, KMOD_LCTRL);
  CHECK(desk.text() == kDeskConfig);
}

TEST_CASE("the density slider writes the number into the element's line") {
  Desk desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/sand");
  desk.d.click("editor/density");
  const double density = desk.editor().draft().analysis().rules().elements[1].density;
  CHECK(density > 0.4);
  CHECK(density < 0.6);
  CHECK(desk.text() == with(kDeskConfig, "120 0.8", "120 " + fmt::format("{:g}", density)));
  desk.d.click("editor/hidden");
  CHECK(desk.editor().draft().analysis().rules().elements[1].hidden);
  CHECK(desk.text().ends_with("hidden sand\n"));
}

TEST_CASE("a square of the matrix chooses a pair, and its products are written into its rule") {
  Desk desk;
  desk.d.click("editor/tab_matrix");
  desk.d.frames(2);
  desk.d.click("editor/cell/gold/sand");
  desk.d.click("editor/first/gold/sand");
  desk.d.frames(2);
  desk.d.click("editor/first/gold/sand/air");
  desk.d.frames(2);
  // "rule sand gold gold sand" has the other order: gold is its second element.
  CHECK(desk.text() == with(kDeskConfig, "rule sand gold gold sand", "rule sand gold gold air"));
  desk.d.click("editor/apply");
  CHECK(desk.d.session().ruleset().reactions[2].d == 0);
}

TEST_CASE("Escape closes a list of choices and changes nothing") {
  Desk desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/gold");
  desk.d.click("editor/first/gold/sand");
  desk.d.frames(2);
  REQUIRE(landmarks().find("editor/first/gold/sand/air").has_value());
  desk.d.key(SDLK_ESCAPE);
  desk.d.frames(3);
  CHECK_FALSE(landmarks().find("editor/first/gold/sand/air").has_value());
  CHECK(desk.text() == kDeskConfig);
}

TEST_CASE("a new element gets rules by which it leaves the others alone") {
  Desk desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/new_element");
  desk.d.type("tar");
  desk.d.key(SDLK_RETURN);
  desk.d.frames(2);
  REQUIRE(desk.editor().draft().analysis().rules().elements.size() == 4);
  CHECK(desk.editor().draft().analysis().kind(3, 0) == PairKind::undefined);
  desk.d.click("editor/leave_alone");
  for (std::uint8_t other = 0; other < 3; ++other) {
    CHECK(desk.editor().draft().analysis().kind(3, other) == PairKind::unchanged);
  }
  CHECK(desk.editor().draft().analysis().diagnostics().empty());
}

TEST_CASE("an element is renamed everywhere") {
  Desk desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/sand");
  desk.d.click("editor/name");
  desk.d.key(SDLK_a, KMOD_LCTRL);
  desk.d.type("grit");
  desk.d.key(SDLK_RETURN);
  desk.d.frames(2);
  CHECK(desk.text().find("sand") == std::string::npos);
  CHECK(desk.editor().draft().analysis().diagnostics().empty());
}
