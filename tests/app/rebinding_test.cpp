// Keys that people change: the rules, and the list in the settings.
#include "app/files/settings.hpp"
#include "app/input/bindings.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

constexpr KeyChord kH{SDLK_h, kNone}, kF7{SDLK_F7, kNone}, kCtrlK{SDLK_k, kCtrl};

void open_keys(Driver& d) {
  d.app().key_settings().open();
  d.frames(3);
}

void search(Driver& d, const std::string& text) {
  d.click("keys/search");
  d.type(text);
  d.frames(2);
}

}  // namespace

TEST_CASE("the list of keys is searched by typing as soon as it is opened from the other settings") {
  Driver d;
  d.key(SDLK_COMMA, KMOD_LCTRL);
  d.frames(3);
  d.click("settings/Keys");
  d.frames(3);
  d.type("undo");
  d.frames(2);
  CHECK(landmarks().find("keys/undo/0").has_value());
  CHECK_FALSE(landmarks().find("keys/quit/0").has_value());
}

TEST_CASE("the names of keys lead back to the keys") {
  for (const Binding& binding : default_bindings()) {
    if (!Bindings::can_change(binding.action)) continue;
    INFO(key_name(binding.key, binding.modifiers));
    CHECK(find_chord(key_name(binding.key, binding.modifiers)) == binding.chord());
  }
  for (const char* name : {"", "Ctrl+", "Hyper+K", "Ctrl+Foo", "Escape", "3", "Left Shift"})
    CHECK_FALSE(find_chord(name).has_value());
}

TEST_CASE("a key that is taken is lost by who had it") {
  Bindings b;
  REQUIRE(b.rival(Action::ledger, kH) == Action::heat);
  b.replace(Action::ledger, {SDLK_l, kNone}, kH);
  CHECK(b.find(SDLK_h, kNone) == Action::ledger);
  CHECK_FALSE(b.find(SDLK_l, kNone).has_value());
  CHECK(b.keys(Action::heat).empty());
  CHECK(b.changed(Action::heat));
  b.reset(Action::heat);
  CHECK(b.find(SDLK_h, kNone) == Action::heat);
  CHECK(b.keys(Action::ledger).empty());
  b.reset_all();
  CHECK(b.changes().empty());
}

TEST_CASE("two actions change keys") {
  Bindings b;
  b.swap(Action::ledger, {SDLK_l, kNone}, kH);
  CHECK(b.keys(Action::ledger) == "H");
  CHECK(b.keys(Action::heat) == "L");
}

TEST_CASE("a key may have another meaning while something is placed, or in the editor") {
  Bindings b;
  CHECK_FALSE(b.rival(Action::turn_right, kH).has_value());
  b.add(Action::turn_right, kH);
  CHECK(b.find(SDLK_h, kNone, KeyContext::placing) == Action::turn_right);
  CHECK(b.find(SDLK_h, kNone) == Action::heat);
}

TEST_CASE("only what differs is kept, and comes back as it was") {
  Bindings b;
  b.swap(Action::ledger, {SDLK_l, kNone}, kH);
  b.add(Action::step, kF7);
  b.remove(Action::redo, {SDLK_y, kCtrl});
  b.add(Action::minimap, {SDLK_EQUALS, kNone});  // a second way to zoom in, left out of lists
  const KeyChanges changes = b.changes();
  CHECK(changes == KeyChanges{{"heat", {"L"}},
                              {"ledger", {"H"}},
                              {"minimap", {"O", "="}},
                              {"redo", {"Ctrl+Shift+Z"}},
                              {"step", {".", "F", "F7"}}});
  Bindings back;
  CHECK(back.apply(changes).empty());
  CHECK(back.changes() == changes);
  CHECK(back.find(SDLK_EQUALS, kNone) == Action::minimap);
  CHECK(back.find(SDLK_EQUALS, kShift) == Action::zoom_in);
}

TEST_CASE("names that nobody knows are left out of the keys, and named") {
  Bindings b;
  const std::string said = b.apply({{"heat", {"Ctrl+K", "Ctrl+Nothing"}}, {"warp", {"W"}}, {"cancel", {"Q"}}});
  CHECK(said.find("Ctrl+Nothing") != std::string::npos);
  CHECK(said.find("warp") != std::string::npos);
  CHECK(said.find("cancel") != std::string::npos);
  CHECK(b.find(SDLK_k, kCtrl) == Action::heat);
  CHECK(b.find(SDLK_w, kNone) == Action::pan_up);
}

TEST_CASE("keys are changed in the settings, and hold at once everywhere") {
  Driver d;
  open_keys(d);
  search(d, "pause");
  d.click("keys/play_pause/0");
  d.key(SDLK_F7);
  d.frames(2);
  CHECK(d.app().bindings().keys(Action::play_pause) == "F7");
  d.key(SDLK_ESCAPE);
  d.frames(3);
  REQUIRE(d.app().ui().playing);
  d.key(SDLK_SPACE);
  CHECK(d.app().ui().playing);
  d.key(SDLK_F7);
  CHECK_FALSE(d.app().ui().playing);
  CHECK(d.message().find("F7 plays on") != std::string::npos);
}

TEST_CASE("the settings say who has a key, and take it, swap it or leave it") {
  Driver d;
  open_keys(d);
  search(d, "ledger");
  const auto press_h = [&] {
    d.click("keys/ledger/0");
    d.key(SDLK_h);
    d.frames(3);
    REQUIRE(landmarks().find("keys/take").has_value());
    CHECK(d.app().bindings().keys(Action::ledger) == "L");
  };
  press_h();
  d.click("keys/leave");
  CHECK(d.app().bindings().changes().empty());
  press_h();
  d.click("keys/swap");
  CHECK(d.app().bindings().keys(Action::ledger) == "H");
  CHECK(d.app().bindings().keys(Action::heat) == "L");
  d.frames(2);
  d.click("keys/ledger/reset");
  CHECK(d.app().bindings().keys(Action::ledger) == "L");
  CHECK(d.app().bindings().keys(Action::heat).empty());
  d.frames(2);
  d.click("keys/reset_all");
  CHECK_FALSE(d.app().bindings().changes().empty());  // asks first
  d.click("keys/reset_all");
  CHECK(d.app().bindings().changes().empty());
  press_h();
  d.click("keys/take");
  CHECK(d.app().bindings().keys(Action::ledger) == "H");
}

TEST_CASE("a waiting key is given up by Escape, which leaves the settings open, and refuses the elements' numbers") {
  Driver d;
  open_keys(d);
  search(d, "ledger");
  d.click("keys/ledger/add");
  REQUIRE(d.app().key_settings().waits_for_key());
  d.key(SDLK_5);
  CHECK(d.app().key_settings().waits_for_key());
  d.key(SDLK_ESCAPE);
  CHECK_FALSE(d.app().key_settings().waits_for_key());
  CHECK(d.app().ui().show_settings);
  d.frames(2);
  d.click("keys/ledger/add");
  d.key(SDLK_k, KMOD_LCTRL);
  CHECK(d.app().bindings().keys(Action::ledger) == "L or Ctrl+K");
  d.frames(2);
  d.click("keys/ledger/0");
  d.frames(2);
  d.click("keys/remove");
  CHECK(d.app().bindings().chords(Action::ledger) == std::vector{kCtrlK});
}

TEST_CASE("the view moves by the keys that were chosen for it, as long as they are held") {
  Driver d;
  d.app().bindings().add(Action::pan_left, {SDLK_j, kShift});
  d.key(SDLK_EQUALS);
  d.key(SDLK_EQUALS);
  const double before = d.app().canvas().camera().origin().x;
  d.key_down(SDLK_j, KMOD_LSHIFT);
  d.frames(10);
  d.key_up(SDLK_j, KMOD_LSHIFT);
  CHECK(std::abs(d.app().canvas().camera().origin().x - before) > 50);
}
