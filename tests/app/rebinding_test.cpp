// Keys that people change: the rules, and the list in the settings.
#include "app/desk/bindings.hpp"
#include "app/desk/settings.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

// Some of the app's keys.
Bindings some_bindings() {
  return Bindings({{"redo", {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}}},
                   {"step", {{SDLK_PERIOD}, {SDLK_f}}},
                   {"zoom_in", {{SDLK_PLUS}, {SDLK_EQUALS, kNone, false}, {SDLK_EQUALS, kShift, false}}},
                   {"minimap", {{SDLK_o}}},
                   {"pan_up", {{SDLK_UP}, {SDLK_w}}},
                   {"heat", {{SDLK_h}}},
                   {"ledger", {{SDLK_l}}},
                   {"turn_right", {{SDLK_r}}, KeyContext::placing},
                   {"cancel", {{SDLK_ESCAPE}}, KeyContext::everywhere, true}});
}

constexpr KeyChord kH{SDLK_h, kNone}, kF7{SDLK_F7, kNone}, kCtrlK{SDLK_k, kCtrl};

void open_keys(Driver& d) {
  d.desk().dialogs->settings.open_keys();
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
  Driver d;
  for (const DefaultKeys& defaults : d.desk().actions.bindings().defaults()) {
    for (const DefaultKey& key : defaults.keys) {
      if (defaults.fixed) continue;
      INFO(key_name(key.key, key.modifiers));
      CHECK(find_chord(key_name(key.key, key.modifiers)) == KeyChord{key.key, key.modifiers});
    }
  }
  for (const char* name : {"", "Ctrl+", "Hyper+K", "Ctrl+Foo", "Escape", "3", "Left Shift"})
    CHECK_FALSE(find_chord(name).has_value());
}

TEST_CASE("a key that an action gets is removed from the action that had it") {
  Bindings b = some_bindings();
  REQUIRE(b.rival("ledger", kH) == "heat");
  b.replace("ledger", {SDLK_l, kNone}, kH);
  CHECK(b.find(SDLK_h, kNone) == "ledger");
  CHECK_FALSE(b.find(SDLK_l, kNone).has_value());
  CHECK(b.keys("heat").empty());
  CHECK(b.changed("heat"));
  b.reset("heat");
  CHECK(b.find(SDLK_h, kNone) == "heat");
  CHECK(b.keys("ledger").empty());
  b.reset_all();
  CHECK(b.changes().empty());
}

TEST_CASE("two actions change keys") {
  Bindings b = some_bindings();
  b.swap("ledger", {SDLK_l, kNone}, kH);
  CHECK(b.keys("ledger") == "H");
  CHECK(b.keys("heat") == "L");
}

TEST_CASE("a key may have another meaning while something is placed, or in the editor") {
  Bindings b = some_bindings();
  CHECK_FALSE(b.rival("turn_right", kH).has_value());
  b.add("turn_right", kH);
  CHECK(b.find(SDLK_h, kNone, KeyContext::placing) == "turn_right");
  CHECK(b.find(SDLK_h, kNone) == "heat");
}

TEST_CASE("only changed keys are stored, and they are restored") {
  Bindings b = some_bindings();
  b.swap("ledger", {SDLK_l, kNone}, kH);
  b.add("step", kF7);
  b.remove("redo", {SDLK_y, kCtrl});
  b.add("minimap", {SDLK_EQUALS, kNone});  // a second way to zoom in, left out of lists
  const KeyChanges changes = b.changes();
  CHECK(changes == KeyChanges{{"heat", {"L"}},
                              {"ledger", {"H"}},
                              {"minimap", {"O", "="}},
                              {"redo", {"Ctrl+Shift+Z"}},
                              {"step", {".", "F", "F7"}}});
  Bindings back = some_bindings();
  CHECK(back.apply(changes).empty());
  CHECK(back.changes() == changes);
  CHECK(back.find(SDLK_EQUALS, kNone) == "minimap");
  CHECK(back.find(SDLK_EQUALS, kShift) == "zoom_in");
}

TEST_CASE("unknown names of keys and actions are skipped, and named in a sentence") {
  Bindings b = some_bindings();
  const std::string said = b.apply({{"heat", {"Ctrl+K", "Ctrl+Nothing"}}, {"warp", {"W"}}, {"cancel", {"Q"}}});
  CHECK(said.find("Ctrl+Nothing") != std::string::npos);
  CHECK(said.find("warp") != std::string::npos);
  CHECK(said.find("cancel") != std::string::npos);
  CHECK(b.find(SDLK_k, kCtrl) == "heat");
  CHECK(b.find(SDLK_w, kNone) == "pan_up");
}

TEST_CASE("keys are changed in the settings, and hold at once everywhere") {
  Driver d;
  open_keys(d);
  search(d, "pause");
  d.click("keys/play_pause/0");
  d.key(SDLK_F7);
  d.frames(2);
  CHECK(d.desk().actions.keys("play_pause") == "F7");
  d.key(SDLK_ESCAPE);
  d.frames(3);
  REQUIRE(d.desk().simulation.playing());
  d.key(SDLK_SPACE);
  CHECK(d.desk().simulation.playing());
  d.key(SDLK_F7);
  CHECK_FALSE(d.desk().simulation.playing());
  CHECK(d.message().find("F7 plays on") != std::string::npos);
}

TEST_CASE("the settings say which action has a key, and take it, swap it or leave it") {
  Driver d;
  open_keys(d);
  search(d, "ledger");
  const auto press_h = [&] {
    d.click("keys/ledger/0");
    d.key(SDLK_h);
    d.frames(3);
    REQUIRE(landmarks().find("keys/take").has_value());
    CHECK(d.desk().actions.keys("ledger") == "L");
  };
  press_h();
  d.click("keys/leave");
  CHECK(d.desk().actions.bindings().changes().empty());
  press_h();
  d.click("keys/swap");
  CHECK(d.desk().actions.keys("ledger") == "H");
  CHECK(d.desk().actions.keys("heat") == "L");
  d.frames(2);
  d.click("keys/ledger/reset");
  CHECK(d.desk().actions.keys("ledger") == "L");
  CHECK(d.desk().actions.keys("heat").empty());
  d.frames(2);
  d.click("keys/reset_all");
  CHECK_FALSE(d.desk().actions.bindings().changes().empty());  // asks for confirmation
  d.click("keys/reset_all");
  CHECK(d.desk().actions.bindings().changes().empty());
  press_h();
  d.click("keys/take");
  CHECK(d.desk().actions.keys("ledger") == "H");
}

TEST_CASE("a waiting key is given up by Escape, which leaves the settings open, and refuses the elements' numbers") {
  Driver d;
  open_keys(d);
  search(d, "ledger");
  d.click("keys/ledger/add");
  REQUIRE(d.desk().dialogs->settings.keys().waits_for_key());
  d.key(SDLK_5);
  CHECK(d.desk().dialogs->settings.keys().waits_for_key());
  d.key(SDLK_ESCAPE);
  CHECK_FALSE(d.desk().dialogs->settings.keys().waits_for_key());
  CHECK(d.desk().dialogs->settings.is_open());
  d.frames(2);
  d.click("keys/ledger/add");
  d.key(SDLK_k, KMOD_LCTRL);
  CHECK(d.desk().actions.keys("ledger") == "L or Ctrl+K");
  d.frames(2);
  d.click("keys/ledger/0");
  d.frames(2);
  d.click("keys/remove");
  CHECK(d.desk().actions.bindings().chords("ledger") == std::vector{kCtrlK});
}

TEST_CASE("the view moves by the keys that were chosen for it, as long as they are held") {
  Driver d;
  d.desk().actions.bindings().add("pan_left", {SDLK_j, kShift});
  d.key(SDLK_EQUALS);
  d.key(SDLK_EQUALS);
  const double before = d.desk().view.canvas.camera().origin().x;
  d.key_down(SDLK_j, KMOD_LSHIFT);
  d.frames(10);
  d.key_up(SDLK_j, KMOD_LSHIFT);
  CHECK(std::abs(d.desk().view.canvas.camera().origin().x - before) > 50);
}
