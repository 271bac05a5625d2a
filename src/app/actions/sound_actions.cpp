// The actions of sound.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/files/settings.hpp"
#include "app/frame/messages.hpp"
#include "app/sound/sound_player.hpp"

namespace repose {

namespace {

void toggle_mute(const SoundRooms& rooms) {
  bool& muted = rooms.settings.sound.muted;
  muted = !muted;
  rooms.messages.say(muted ? "The sound is off." : "The sound is on.");
}

}  // namespace

std::vector<ActionRow> sound_actions(const SoundRooms& rooms) {
  return {
      {.id = action::mute,
       .group = "View",
       .title = "Mute",
       .keys = {{SDLK_m, kCtrl}},
       .menu = {"Edit/settings"},
       .about = "Turns the sound off and on.",
       .other_words = "sound volume audio silence",
       .why_not = [rooms] { return rooms.player.problem(); },
       .is_on = [rooms] { return rooms.settings.sound.muted; },
       .perform = [rooms] { toggle_mute(rooms); }},
  };
}

}  // namespace repose
