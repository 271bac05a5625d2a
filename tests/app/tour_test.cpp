// The bubbles at the first start.
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE("the tour has five bubbles, each on the screen, and ends after the last") {
  Driver d;
  d.click("menu/Help");
  d.click("menu/Take the tour");
  d.frames(3);
  for (int bubble = 1; bubble <= 5; ++bubble) {
    INFO("bubble " << bubble);
    REQUIRE(d.app().panels().tour.is_running());
    const auto next = landmarks().find("tour/next"), close = landmarks().find("tour/close");
    REQUIRE((next && close));
    CHECK((next->x > 0 && next->z < 1280 && close->y > 0 && next->w < 800));
    CHECK(landmarks().find("tour/skip").has_value() == (bubble < 5));
    bubble % 2 == 0 ? d.click("tour/next") : d.key(SDLK_RETURN);
    d.frames(3);
  }
  CHECK_FALSE(d.app().panels().tour.is_running());
  CHECK_FALSE(landmarks().find("tour/next").has_value());
  CHECK(d.app().settings().tour_seen);
}

TEST_CASE("its cross and Skip end the tour, and it never prevents painting") {
  Driver d;
  d.empty_world(300, 200);
  d.app().panels().tour.start();
  d.frames(3);
  d.app().paint_box().brush() = {5, BrushShape::square, false, d.element("wall"), 0};
  const CellPoint at = d.on_screen(40, 30);
  d.click(at.x, at.y);
  CHECK(d.cell(40, 30) == d.element("wall"));
  const auto bubble = landmarks().find("tour/next");
  REQUIRE(bubble.has_value());
  const auto before = d.session().hash();
  d.click(static_cast<int>(bubble->x) - 20, static_cast<int>(bubble->y) + 5);  // on the bubble, beside its buttons
  CHECK(d.session().hash() == before);
  d.click("tour/close");
  CHECK_FALSE(d.app().panels().tour.is_running());
  d.app().panels().tour.start();
  d.frames(3);
  d.click("tour/skip");
  CHECK_FALSE(d.app().panels().tour.is_running());
}

TEST_CASE("scripts and tests begin without the tour") {
  Driver d;
  CHECK_FALSE(d.app().panels().tour.is_running());
}

TEST_CASE("Enter places a clip before it goes to the next bubble of the tour") {
  Driver d;
  d.app().panels().tour.start();
  d.key(SDLK_a, KMOD_LCTRL);
  d.key(SDLK_c, KMOD_LCTRL);
  d.key(SDLK_v, KMOD_LCTRL);
  d.frames(2);
  REQUIRE(d.app().view().clipping.is_placing());
  d.key(SDLK_RETURN);
  CHECK_FALSE(d.app().view().clipping.is_placing());
  CHECK(d.app().panels().tour.is_running());
}
