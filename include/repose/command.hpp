// Commands: everything that a person can do to a session, as values. Session::execute does them.
//
// "Origin" below means the state that Reset returns to: a world, the value of the step counter, and a scene if the
// world came from one. Commands that bring another world make it the origin.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "repose/clip.hpp"
#include "repose/diagnostics.hpp"
#include "repose/edit.hpp"
#include "repose/shapes.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose {

struct Challenge;

// The result of a command. `message` is a sentence for the status bar, after success and after failure. Successful
// commands that repeat many times a second (Paint, Step) have no message.
struct CommandResult {
  bool ok = true;
  std::string message;
  Diagnostics diagnostics;  // of the config that was read, if one was
};

// The message of a command that runs out of memory.
inline constexpr const char* kNotEnoughMemory = "There is not enough memory for this; nothing was changed.";

namespace command {

// ---- configs ----
// A config opens in the automaton of Registry::automaton_for(). Reading the running config again (its file, or its text
// from the editor) keeps an automaton that a person has chosen, unless the `automaton` line or the dialect changed.

// What becomes of the running world when another config is loaded.
enum class KeepWorld : std::uint8_t {
  by_name,  // elements are matched by name, all others become background; the message counts the cells lost
  clear,    // replaced by an empty world of the same size
};
struct LoadConfigFile {
  std::filesystem::path path;
  KeepWorld keep = KeepWorld::by_name;
  bool accept_errors = false;  // false: a config with errors changes nothing and returns its diagnostics
};
struct LoadConfigText {
  std::string text;
  std::string file;  // for diagnostics and Save; may be empty
  KeepWorld keep = KeepWorld::by_name;
  bool accept_errors = false;
};
// Reads the running config's file again, and keeps the world by name. Fails when the rules did not come from a file.
struct ReloadConfig {
  bool accept_errors = false;
};

// ---- pictures and files ----

// Pixels become elements by colour (see picture_to_world).
struct LoadPicture {
  std::filesystem::path path;
  bool resize_world = true;  // false: the world keeps its size; the picture is centred in it, unscaled
};
struct SavePicture {
  std::filesystem::path path;
};
// Heights of sand from a greyscale PNG: a dry world of its size, no obstacles. Fails in automata without heights.
struct LoadHeightMap {
  std::filesystem::path path;
};
struct SaveHeightMap {
  std::filesystem::path path;
};
// Writes the run state as a world file.
struct SaveWorld {
  std::filesystem::path path;
};
// Replaces rules, automaton, parameters, world, seed and step by those of a world file. The run continues with the same
// bytes as the run that was saved. Keeps the present backend if it can run the world, else uses cpu.
struct LoadWorld {
  std::filesystem::path path;
  std::optional<std::uint64_t> seed = {};  // default: the file's
  std::optional<Bias> first_bias = {};     // default: the file's
};
// Writes the newest part of the time line as a replay. Fails without a history.
struct SaveReplay {
  std::filesystem::path path;
  std::optional<std::uint64_t> steps = {};  // at most this many; default: the whole time line
  bool in_picture = false;                  // true: a PNG of the world as it is now, with the replay inside
};
// Replaces what runs and the time line by a replay, read from a replay file or from a picture that carries one. The
// session is then at the first position of the replay: timeline() tells its length, and Step plays it. Begins a history
// if none is kept. Undo restores what ran before, with its time line.
struct LoadReplay {
  std::filesystem::path path;
};

// ---- worlds ----

// An empty world. Sides: kWorldSideMin to kWorldSideMax cells.
struct NewWorld {
  int width = 640, height = 400;
};
// Row * 3 + column of the place that stays where it is.
enum class Anchor : std::uint8_t { top_left, top, top_right, left, centre, right, bottom_left, bottom, bottom_right };
// The content stays at the anchor; new cells are background. The origin is resized in the same way.
struct ResizeWorld {
  int width = 640, height = 400;
  Anchor anchor = Anchor::bottom;
};
enum class Turn : std::uint8_t { left, right, half };
// Turns the content by 90 degrees to the left (counterclockwise) or right, or upside down. After a quarter turn of a
// width x height world it has height x width cells. Every plane turns, and velocities keep their direction relative to
// the content. The origin is not turned: Reset gives the world back as it began.
struct TurnWorld {
  Turn turn = Turn::right;
};
struct LoadScene {
  std::string name;
  std::optional<int> width, height;   // default: the scene's natural size
  std::optional<std::uint64_t> seed;  // default: the session's
  // true: sets the scene's parameters, and resets those that the previous scene had set.
  bool with_parameters = false;
};
// Begins a challenge (session/challenge.hpp) with its world, rules and parameters. Until another world is loaded, Paint
// and Fill do what it allows, commands that would help past it fail, and RunState::play counts. Reset begins again.
struct StartChallenge {
  std::shared_ptr<const Challenge> challenge;
};
// Plays on with the present world, without the challenge. Fails without one.
struct EndChallenge {};
// Writes what was done in the running challenge as a replay with its claim. Fails without a challenge.
struct SaveSolution {
  std::filesystem::path path;
};
struct PutWorld {
  World world;
};
// Every cell becomes the background, and signs are removed.
struct Clear {};
// Returns to the origin. Signs stay.
struct Reset {};

// ---- painting ----

// Fails when the edit names an element that the rules lack, or its arrays do not have its size.
struct Paint {
  Edit edit;
  bool continues = false;  // true: part of the operation before it. A stroke is many Paints and one undo
  std::string title = {};  // of the operation, for the menu ("Fill"); default: named by what the edit paints
};
// Pastes a clip with its top left corner at `at`, clipped to the world. Elements are matched by name. Fails between
// cells and heights of sand, and if the clip is outside the world.
struct PasteClip {
  std::shared_ptr<const Clip> clip;
  CellPoint at;
  bool skip_background = true;  // true: background cells of the clip leave the world as it is
  Mirror mirror = {};           // pastes the mirror images too
};
// Background in a rectangle, or no sand and nothing on it. Both corners inclusive. Fails if it is outside the world.
struct EraseRect {
  CellPoint from, to;
};
// Flood fill: paints the cells that are connected with one of `from` over edges (not corners) and are of its kind.
// Kinds are elements; in sandpiles open ground, obstacles, springs and drains; in water what its cells show. Points
// outside the world are ignored. The result is the same as that of one Paint of these cells.
struct Fill {
  std::vector<CellPoint> from;
  std::uint8_t element = 0;
  // Instead of the element: adds an amount to a plane in every cell, as AmountEdit does.
  struct Amount {
    Plane plane = Plane::height;
    std::int32_t amount = 0;
    bool clears = false;
  };
  std::optional<Amount> amount;
  std::optional<std::uint8_t> only_over;  // ignores points of `from` in cells of another element
};

// Pushes all loose cells to either side at random: `passes` PushEdits. Fails in automata that cannot be pushed.
struct Shake {
  int passes = 8;  // 1..kShakePassesMax, clamped
  std::uint32_t seed = 1;
  std::uint32_t first_pass = 0;  // the passes before these, if several Shakes follow one another
  bool continues = false;        // true: part of the operation before it, if that was a Shake
};
inline constexpr int kShakePassesMax = 64;

// ---- signs ----

// Without `from`: puts a sign at that cell, changes the text of the one there, or, with an empty text, removes it. With
// `from`: moves the sign from there; an empty text leaves its text. Fails outside the world, without a sign to move or
// remove, if another sign is there, and beyond kSignsMax.
struct SetSign {
  CellPoint at;
  std::string text = {};
  std::optional<CellPoint> from = {};
};

// ---- running ----

struct Step {
  std::uint64_t count = 1;
};
struct SwitchSolver {
  std::string automaton;
  Backend backend = Backend::cpu;
  // What to do if that automaton cannot run the rules, if it needs a rule for every pair and the config names an
  // automaton that does not, or if only one of the two automata has cells. False: the switch fails only if the rules
  // cannot run; without cells the new automaton gets those planes that it has. True: the automaton brings its own
  // config. Elements are matched by name; between cells and heights the present world is kept aside. Switching back, or
  // to the automaton that the replaced config names, restores the rules, unless another config has been loaded since,
  // and the world that was kept aside.
  bool bring_config = false;
};
struct SetParameter {
  std::string name;
  double value = 0;  // clamped to the parameter's range
};
// Begins the matter ledger with the world as it is, or ends it. Another solver or world starts it again.
struct KeepLedger {
  bool keep = true;
};

// ---- history ----
// All three fail without a history (Session::keep_history). An operation is one undoable thing: a command, several
// Paints of one stroke, or several values of one parameter in a row. Steps are not operations and do not end redo.

// Restores what ran before the last operation, bit for bit: world, rules, automaton, parameters, step counter, scene.
// The backend stays the same if it can run them.
struct Undo {};
struct Redo {};
// Goes to another position of the time line, clamped to its ends. If that would update more than kRepeatedCellsMax
// cells, goes to the last stored world before it instead, or stays if that one is further back than the present
// position. Leaving the newest position is an operation. Before the newest position, Step repeats the inputs; any other
// operation there removes the positions that follow.
struct SeekTime {
  std::uint64_t position = 0;
};

}  // namespace command

// What a history and a replay keep of a command.
enum class Recorded : std::uint8_t {
  nothing,  // it changes no result, so undo ignores it
  steps,    // no operation: undone only with the operation before them
  inputs,   // an operation: edits or a value, repeated between the same steps
  world,    // an operation: the whole state after it
  line,     // it moves along the time line, saves it or replaces it; fails without a history
};

// Everything that a person can do to a world, one row a command: its type above, what is recorded of it, and the title
// of the operation in the menu: an expression of the command `c`, and of the `rules` and the `solver` that run after
// it. A function perform(RunningSolver&, const command::Type&), declared from this table in session/commands.hpp,
// executes the command. Those of the time line are executed by the history (session/session.cpp).
#define REPOSE_COMMANDS(ROW)                                                                                   \
  ROW(LoadConfigFile, world, trf("Load {}", title_of(rules)))                                                  \
  ROW(LoadConfigText, world, trf("Load {}", title_of(rules)))                                                  \
  ROW(ReloadConfig, world, trf("Reload {}", title_of(rules)))                                                  \
  ROW(LoadPicture, world, trf("Open {}", c.path.filename().string()))                                          \
  ROW(SavePicture, nothing, "")                                                                                \
  ROW(LoadHeightMap, world, trf("Open {}", c.path.filename().string()))                                        \
  ROW(SaveHeightMap, nothing, "")                                                                              \
  ROW(SaveWorld, nothing, "")                                                                                  \
  ROW(LoadWorld, world, trf("Open {}", c.path.filename().string()))                                            \
  ROW(SaveReplay, line, "")                                                                                    \
  ROW(LoadReplay, line, trf("Open {}", c.path.filename().string()))                                            \
  ROW(NewWorld, world, tr("New world"))                                                                        \
  ROW(ResizeWorld, world, tr("Resize"))                                                                        \
  ROW(TurnWorld, world,                                                                                        \
      c.turn == command::Turn::half   ? tr("Upside down")                                                      \
      : c.turn == command::Turn::left ? tr("Turn left")                                                        \
                                      : tr("Turn right"))                                                      \
  ROW(LoadScene, world, trf("Scene {}", tr(find_scene(c.name)->title.data())))                                 \
  ROW(StartChallenge, world, tr("Begin the challenge"))                                                        \
  ROW(EndChallenge, world, tr("Leave the challenge"))                                                          \
  ROW(SaveSolution, nothing, "")                                                                               \
  ROW(PutWorld, world, tr("Load world"))                                                                       \
  ROW(Clear, world, tr("Clear"))                                                                               \
  ROW(Reset, world, tr("Reset"))                                                                               \
  ROW(Paint, inputs, c.title.empty() ? title_of(c.edit, rules) : c.title)                                      \
  ROW(PasteClip, world, tr("Paste"))                                                                           \
  ROW(EraseRect, world, tr("Erase"))                                                                           \
  ROW(Fill, inputs, tr("Fill"))                                                                                \
  ROW(Shake, inputs, tr("Shake"))                                                                              \
  ROW(SetSign, inputs, c.from ? tr("Move a sign") : c.text.empty() ? tr("Remove a sign") : tr("Write a sign")) \
  ROW(Step, steps, "")                                                                                         \
  ROW(SwitchSolver, world, trf("Switch to {}", c.automaton))                                                   \
  ROW(SetParameter, inputs, c.name + " = " + parameter_text(solver, c.name))                                   \
  ROW(KeepLedger, nothing, "")                                                                                 \
  ROW(Undo, line, "")                                                                                          \
  ROW(Redo, line, "")                                                                                          \
  ROW(SeekTime, line, tr("Rewind"))

template <class, class... Commands>
using VariantOf = std::variant<Commands...>;
#define REPOSE_TYPE(Type, recorded, title) , command::Type
using Command = VariantOf<void REPOSE_COMMANDS(REPOSE_TYPE)>;
#undef REPOSE_TYPE

}  // namespace repose
