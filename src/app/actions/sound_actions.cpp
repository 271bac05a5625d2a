// The actions of sound.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"

namespace repose {

namespace {

void toggle_mute(Desk& desk) {
  bool& muted = desk.settings.sound.muted;
  muted = !muted;
  desk.messages.say(muted ? "The sound is off." : "The sound is on.");
}

}  // namespace

std::vector<ActionRow> sound_actions(Desk& desk) {
  return {
      {.id = action::mute,
       .group = "View",
       .title = "Mute",
       .keys = {{SDLK_m, kCtrl}},
       .menu = {"Edit/settings"},
       .about = "Turns the sound off and on.",
       .other_words = "sound volume audio silence",
       .why_not = [&desk] { return desk.sound.problem(); },
       .is_on = [&desk] { return desk.settings.sound.muted; },
       .perform = [&desk] { toggle_mute(desk); }},
  };
}

}  // namespace repose
