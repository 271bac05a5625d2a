// Keys that people change: the rules, and the list in the settings.
#include "app/desk/action_table.hpp"
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

constexpr KeyChord kH{SDLK_h, kNone}, kF12{SDLK_F12, kNone}, kCtrlK{SDLK_k, kCtrl};

struct KeyList : Driver {
  void open_keys(const std::string& search) {
    desk().dialogs->settings.open_keys();
    frames(3);
    click("keys/search");
    type(search);
  }
};

}  // namespace

TEST_CASE_METHOD(KeyList, "keys have the names of the language, and English ones in the settings") {
  const Bindings& bindings = desk().actions.bindings();
  const KeyChord back{SDLK_PAGEUP, kCtrl | kShift};
  CHECK(bindings.name(back) == "Ctrl+Shift+PageUp");
  REQUIRE(set_language("fr"));
  CHECK(bindings.name(back) == "Ctrl+Maj+Page préc.");
  CHECK(bindings.name({SDLK_k}) == "K");
  CHECK(key_name(back.key, back.modifiers) == "Ctrl+Shift+PageUp");
  CHECK(set_language("en"));
}

TEST_CASE_METHOD(KeyList, "the names of keys lead back to the keys") {
  for (const DefaultKeys& defaults : desk().actions.bindings().defaults()) {
    for (const DefaultKey& key : defaults.keys) {
      if (defaults.fixed) continue;
      INFO(key_name(key.key, key.modifiers));
      CHECK(find_chord(key_name(key.key, key.modifiers)) == KeyChord{key.key, key.modifiers});
    }
  }
  for (const char* name : {"", "Ctrl+", "Hyper+K", "Ctrl+Foo", "Escape", "3", "Left Shift"})
    CHECK_FALSE(find_chord(name).has_value());
}

TEST_CASE("a key that an action gets is removed from the action that had it, unless they are swapped") {
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
  b.swap("ledger", {SDLK_l, kNone}, kH);
  CHECK(b.keys("ledger") == "H");
  CHECK(b.keys("heat") == "L");
  b.reset_all();
  // A key may have another meaning while something is placed, or in the editor.
  CHECK_FALSE(b.rival("turn_right", kH).has_value());
  b.add("turn_right", kH);
  CHECK(b.find(SDLK_h, kNone, KeyContext::placing) == "turn_right");
  CHECK(b.find(SDLK_h, kNone) == "heat");
}

TEST_CASE("keys are found with exactly their modifiers and named as people name them; hidden ones are left out") {
  const Bindings b = some_bindings();
  CHECK(b.find(SDLK_y, kCtrl) == "redo");
  for (const auto modifiers : {kNone, kAlt}) CHECK_FALSE(b.find(SDLK_y, modifiers).has_value());
  CHECK(b.find(SDLK_r, kNone, KeyContext::placing) == "turn_right");
  CHECK_FALSE(b.find(SDLK_r, kNone).has_value());
  CHECK(b.find(SDLK_EQUALS, kShift) == "zoom_in");
  CHECK(b.keys("redo") == "Ctrl+Y or Ctrl+Shift+Z");
  CHECK(b.keys("step") == ". or F");
  CHECK(b.keys("zoom_in") == "+");
  CHECK(b.keys("nothing").empty());
}

TEST_CASE(
    "only changed keys are stored and restored; unknown names of keys and actions are skipped, and named in a "
    "sentence") {
  Bindings b = some_bindings();
  b.swap("ledger", {SDLK_l, kNone}, kH);
  b.add("step", kF12);
  b.remove("redo", {SDLK_y, kCtrl});
  b.add("minimap", {SDLK_EQUALS, kNone});  // a second way to zoom in, left out of lists
  const KeyChanges changes = b.changes();
  CHECK(changes == KeyChanges{{"heat", {"L"}},
                              {"ledger", {"H"}},
                              {"minimap", {"O", "="}},
                              {"redo", {"Ctrl+Shift+Z"}},
                              {"step", {".", "F", "F12"}}});
  Bindings back = some_bindings();
  CHECK(back.apply(changes).empty());
  CHECK(back.changes() == changes);
  CHECK(back.find(SDLK_EQUALS, kNone) == "minimap");
  CHECK(back.find(SDLK_EQUALS, kShift) == "zoom_in");

  Bindings other = some_bindings();
  const std::string said = other.apply({{"heat", {"Ctrl+K", "Ctrl+Nothing"}}, {"warp", {"W"}}, {"cancel", {"Q"}}});
  for (const char* unknown : {"Ctrl+Nothing", "warp", "cancel"}) CHECK(said.find(unknown) != std::string::npos);
  CHECK(other.find(SDLK_k, kCtrl) == "heat");
  CHECK(other.find(SDLK_w, kNone) == "pan_up");
}

TEST_CASE_METHOD(KeyList, "keys are changed in the settings, and hold at once everywhere") {
  key(SDLK_COMMA, KMOD_LCTRL);
  click("settings/Keys");
  type("pause");  // searches
  CHECK_FALSE(sees("keys/quit/0"));
  click("keys/play_pause/0");
  key(SDLK_F12);
  CHECK(desk().actions.keys("play_pause") == "F12");
  key(SDLK_ESCAPE);
  REQUIRE(desk().simulation.playing());
  key(SDLK_SPACE);
  CHECK(desk().simulation.playing());
  key(SDLK_F12);
  CHECK_FALSE(desk().simulation.playing());
  CHECK(message().find("F12 plays on") != std::string::npos);
}

TEST_CASE_METHOD(KeyList, "the settings say which action has a key, and take it, swap it or leave it") {
  open_keys("ledger");
  const auto press_h = [&] {
    click("keys/ledger/0");
    key(SDLK_h);
    REQUIRE(sees("keys/take"));
    CHECK(desk().actions.keys("ledger") == "L");
  };
  press_h();
  click("keys/leave");
  CHECK(desk().actions.bindings().changes().empty());
  press_h();
  click("keys/swap");
  CHECK(desk().actions.keys("ledger") == "H");
  CHECK(desk().actions.keys("heat") == "L");
  frames(2);
  click("keys/ledger/reset");
  CHECK(desk().actions.keys("ledger") == "L");
  CHECK(desk().actions.keys("heat").empty());
  frames(2);
  click("keys/reset_all");
  CHECK_FALSE(desk().actions.bindings().changes().empty());  // asks for confirmation
  click("keys/reset_all");
  CHECK(desk().actions.bindings().changes().empty());
  press_h();
  click("keys/take");
  CHECK(desk().actions.keys("ledger") == "H");
}

TEST_CASE_METHOD(
    KeyList, "a waiting key is given up by Escape, which leaves the settings open, and refuses the elements' numbers") {
  open_keys("ledger");
  click("keys/ledger/add");
  REQUIRE(desk().dialogs->settings.keys().waits_for_key());
  key(SDLK_5);
  CHECK(desk().dialogs->settings.keys().waits_for_key());
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().dialogs->settings.keys().waits_for_key());
  CHECK(desk().dialogs->settings.is_open());
  frames(2);
  click("keys/ledger/add");
  key(SDLK_k, KMOD_LCTRL);
  CHECK(desk().actions.keys("ledger") == "L or Ctrl+K");
  frames(2);
  click("keys/ledger/0");
  click("keys/remove");
  CHECK(desk().actions.bindings().chords("ledger") == std::vector{kCtrlK});
}

TEST_CASE_METHOD(KeyList, "the view moves by the keys that were chosen for it, as long as they are held") {
  desk().actions.bindings().add("pan_left", {SDLK_j, kShift});
  key(SDLK_EQUALS);
  key(SDLK_EQUALS);
  const double before = camera().origin().x;
  key_down(SDLK_j, KMOD_LSHIFT);
  frames(10);
  key_up(SDLK_j, KMOD_LSHIFT);
  CHECK(std::abs(camera().origin().x - before) > 50);
}
