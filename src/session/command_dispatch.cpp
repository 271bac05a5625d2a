#include "session/command_dispatch.hpp"

#include "session/edit_commands.hpp"
#include "session/solver_commands.hpp"
#include "session/world_commands.hpp"

namespace repose {

namespace {

using namespace commands;

// One line a command.
struct Performer {
  RunningSolver& running;
  std::string_view sandjs_automaton;

  CommandResult operator()(const command::LoadConfigFile& c) { return load_config(running, c, sandjs_automaton); }
  CommandResult operator()(const command::LoadConfigText& c) { return load_config(running, c, sandjs_automaton); }
  CommandResult operator()(const command::ReloadConfig& c) { return reload_config(running, c, sandjs_automaton); }
  CommandResult operator()(const command::LoadPicture& c) { return load_picture(running, c); }
  CommandResult operator()(const command::SavePicture& c) { return save_picture(running, c); }
  CommandResult operator()(const command::LoadHeightMap& c) { return load_height_map(running, c); }
  CommandResult operator()(const command::SaveHeightMap& c) { return save_height_map(running, c); }
  CommandResult operator()(const command::SaveWorld& c) { return save_world(running, c); }
  CommandResult operator()(const command::LoadWorld& c) { return load_world(running, c); }
  CommandResult operator()(const command::NewWorld& c) { return new_world(running, c); }
  CommandResult operator()(const command::ResizeWorld& c) { return resize_world(running, c); }
  CommandResult operator()(const command::TurnWorld& c) { return turn_world(running, c); }
  CommandResult operator()(const command::Shake& c) { return shake(running, c); }
  CommandResult operator()(const command::LoadScene& c) { return load_scene(running, c, sandjs_automaton); }
  CommandResult operator()(const command::PutWorld& c) { return put_world(running, c); }
  CommandResult operator()(const command::Clear&) { return clear_world(running); }
  CommandResult operator()(const command::Reset&) { return reset_world(running); }
  CommandResult operator()(const command::Paint& c) { return paint(running, c); }
  CommandResult operator()(const command::PasteClip& c) { return paste_clip(running, c); }
  CommandResult operator()(const command::EraseRect& c) { return erase_rect(running, c); }
  CommandResult operator()(const command::Fill& c) {
    return fill(running, c, [this](const command::Paint& cells) { return paint(running, cells); });
  }
  CommandResult operator()(const command::Step& c) { return take_steps(running, c); }
  CommandResult operator()(const command::SwitchSolver& c) { return switch_solver(running, c); }
  CommandResult operator()(const command::SetParameter& c) { return set_parameter(running, c); }
  CommandResult operator()(const command::KeepLedger& c) { return keep_ledger(running, c); }
  CommandResult operator()(const command::Undo&) { return no_history(); }
  CommandResult operator()(const command::Redo&) { return no_history(); }
  CommandResult operator()(const command::SeekTime&) { return no_history(); }
  CommandResult operator()(const command::SaveReplay&) { return no_history(); }
  CommandResult operator()(const command::LoadReplay&) { return no_history(); }

  static CommandResult no_history() { return failed("No history is kept."); }
};

}  // namespace

CommandResult CommandDispatch::perform(const Command& command) const {
  return std::visit(Performer{*running_, sandjs_automaton_}, command);
}

}  // namespace repose
