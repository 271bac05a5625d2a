// The open document: ruleset, world, solver, step counter, seed. App, command line and tests speak only commands to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "repose/clip.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"

namespace repose {

class BackgroundSteps;
class History;
class StoredWorld;
struct Displaced;
struct WorldDocument;

// What happened to a command. `message` is a sentence for the status bar, whether it went well or not.
// A command that went well and repeats many times a second (Paint, Step) has no message.
struct CommandResult {
  bool ok = true;
  std::string message;
  Diagnostics diagnostics;  // of the config that was read, if one was
};

// The automaton that a config was written for: the one that it names, if there is such a one, else its dialect's own.
// For sand.js that is `sandjs_automaton`: density, as sand.js did it, or conserving.
std::string_view own_automaton(const Registry& registry, const Ruleset& ruleset,
                               std::string_view sandjs_automaton = "density");

// A config that names an automaton runs in that one. Another dialect than the running one brings its own automaton too;
// everything else stays in the automaton that is running. (Reading the same config again never changes the automaton.)
namespace command {

// What becomes of the running world when another config comes in.
enum class KeepWorld : std::uint8_t {
  by_name,  // elements matched by name, the rest becomes background (a message counts the cells)
  clear,    // an empty world of the same size
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
// Reads the config's file again; the world stays.
struct ReloadConfig {
  bool accept_errors = false;
};
struct LoadPicture {
  std::filesystem::path path;
  bool resize_world = true;  // false: unscaled and centred in the world as it is
};
struct SavePicture {
  std::filesystem::path path;
};
// Heights of sand from a greyscale PNG: the world takes its size, without obstacles, dry. Only where the automaton
// knows heights.
struct LoadHeightMap {
  std::filesystem::path path;
};
struct SaveHeightMap {
  std::filesystem::path path;
};
// Everything that the run goes on from, as a world file.
struct SaveWorld {
  std::filesystem::path path;
};
// A world file takes the place of rules, automaton, parameters, world, seed and step; the run goes on with the same
// bytes as where it was saved. Reset comes back to it, at its step. It runs on the backend in use where that can run
// it, else on cpu.
struct LoadWorld {
  std::filesystem::path path;
  std::optional<std::uint64_t> seed = {};  // the file's otherwise
  std::optional<Bias> first_bias = {};     // the file's otherwise
};
// The last of what history has kept, as a replay; needs a history.
struct SaveReplay {
  std::filesystem::path path;
  std::optional<std::uint64_t> steps = {};  // so many at most; all that there is otherwise
  bool in_picture = false;                  // a PNG of the world as it is now, which carries the replay
};
// A replay, or a picture that carries one, takes the place of all that runs, and its time line that of the one that
// was. The session stands at its beginning, in the past: timeline() has how long it is, and Step follows it. Where no
// history was kept one begins. Undo brings back what ran, with its time line.
struct LoadReplay {
  std::filesystem::path path;
};
// An empty world.
struct NewWorld {
  int width = 640, height = 400;
};
enum class Anchor : std::uint8_t { top_left, top, top_right, left, centre, right, bottom_left, bottom, bottom_right };
// The content stays where the anchor holds it; new cells are background.
struct ResizeWorld {
  int width = 640, height = 400;
  Anchor anchor = Anchor::bottom;
};
struct LoadScene {
  std::string name;
  std::optional<int> width, height;   // the scene's natural size otherwise
  std::optional<std::uint64_t> seed;  // the session's otherwise
  bool with_parameters = false;       // sets the scene's parameters too, and takes those of the scene before it back
};
struct PutWorld {
  World world;
};
struct Paint {
  Edit edit;
  bool continues = false;  // belongs to the operation before it: a stroke is many of these and one undo
  std::string title = {};  // of the operation, for the menu: "Fill". Empty: by what it paints
};
// Lays a clip over the world, top left corner at `at`, clipped to it. Elements are matched by name. Refused between
// cells and heights of sand.
struct PasteClip {
  std::shared_ptr<const Clip> clip;
  CellPoint at;
  bool skip_background = true;  // what is background in the clip leaves the world as it is
  Mirror mirror = {};           // its mirror images come too
};
// Background, or no sand and nothing that stands on it, in a rectangle; both corners inclusive, clipped to the world.
struct EraseRect {
  CellPoint from, to;
};
// Floods the cells that hang together with one of `from` and are of its kind (over edges, not corners), as if a brush
// of their shape were pressed down once. Kinds are elements; in sandpiles open ground, obstacles, springs and drains;
// in water what its cells show. Points outside the world flood nothing.
struct Fill {
  std::vector<CellPoint> from;
  std::uint8_t element = 0;
  // Not the element: so much of a plane of amounts to every cell, as AmountEdit does.
  struct Amount {
    Plane plane = Plane::height;
    std::int32_t amount = 0;
    bool clears = false;
  };
  std::optional<Amount> amount;
  std::optional<std::uint8_t> only_over;  // floods nothing where another element lies
};
// Every cell becomes the background.
struct Clear {};
// Back to the scene, picture or world as it was loaded, at step 0 or the step of its world file.
struct Reset {};
struct Step {
  std::uint64_t count = 1;
};
struct SwitchSolver {
  std::string automaton;
  Backend backend = Backend::cpu;
  // Where that automaton cannot run the rules: false refuses the switch; true brings the automaton's own config, with
  // the elements matched by name, and gives the rules back on the way back, unless another config has been loaded by
  // then. Between cells and heights, which know nothing of each other, true does the same, and each waits as it was
  // left.
  bool bring_config = false;
};
struct SetParameter {
  std::string name;
  double value = 0;
};

// Begins the matter ledger anew with the world as it is, or ends it. It goes along to other solvers and worlds, where
// it begins anew.
struct KeepLedger {
  bool keep = true;
};

// All three need a history (Session::keep_history). Undo brings back all that ran before the last operation, bit for
// bit: world, rules, automaton, parameters, step counter, scene. The backend stays, if it can. Steps are no operations
// and do not end redo. Several Paints may be one operation, as are values of one parameter with nothing done in
// between.
struct Undo {};
struct Redo {};
// To another position of the time line, the nearest there is. Going into the past is itself an operation, to be undone.
// From there Step follows what was done until the newest position; any other operation cuts off what lay in the future.
struct SeekTime {
  std::uint64_t position = 0;
};

}  // namespace command

using Command =
    std::variant<command::LoadConfigFile, command::LoadConfigText, command::ReloadConfig, command::LoadPicture,
                 command::SavePicture, command::LoadHeightMap, command::SaveHeightMap, command::SaveWorld,
                 command::LoadWorld, command::SaveReplay, command::LoadReplay, command::NewWorld, command::ResizeWorld,
                 command::LoadScene, command::PutWorld, command::Paint, command::Fill, command::Clear, command::Reset,
                 command::Step, command::SwitchSolver, command::SetParameter, command::KeepLedger, command::PasteClip,
                 command::EraseRect, command::Undo, command::Redo, command::SeekTime>;

// What a history may take. The oldest goes first.
struct HistoryLimits {
  std::size_t undo_bytes = std::size_t{256} << 20;
  std::size_t rewind_bytes = std::size_t{256} << 20;  // the two may hold the same things, which count in both
  std::uint64_t rewind_steps = 20'000;
  std::uint64_t keyframe_steps = 0;  // how often it puts by a whole world; 0: as it costs. Never shows in a result
};

struct HistoryFacts {
  std::string undo_title, redo_title;  // empty: nothing to undo, to redo
  std::size_t bytes = 0, limit = 0;    // of undo and redo
};

// Positions, in steps: those between the oldest and the newest can be had again. Now is the newest, unless we are in
// the past.
struct TimelineFacts {
  std::uint64_t oldest = 0, now = 0, newest = 0;
};

// Parameters of an automaton: names and values.
using ParameterValues = std::vector<std::pair<std::string, double>>;

struct SessionOptions {
  std::uint64_t seed = 1;
  Bias first_bias = Bias::left;
  int threads = 0;                                // 0 = one per core
  std::string_view sandjs_automaton = "density";  // runs sand.js configs that name none; must outlive the session
};

// Is told what a session does to its world, as it does it: enough for a second world to stay in step with it.
class SessionFollower {
 public:
  virtual ~SessionFollower() = default;
  virtual void stepped(std::uint64_t count) = 0;
  virtual void begun_steps(std::uint64_t count) = 0;  // in the background
  virtual void painted(const Edit& edit) = 0;
  virtual void parameter_set(std::string_view name, double value) = 0;
  // Another world, other rules, another solver. Said before it is complete: look at it when the command is done.
  virtual void replaced() = 0;
};

// Not thread-safe. With a gpu solver every call must come from the thread whose GL context is current.
class Session {
 public:
  // `registry` must outlive the session. Starts with the shipped default config (or, where that cannot be found, a
  // built-in one of four elements), an empty 640x400 world, and the cpu backend of options.sandjs_automaton.
  Session(const Registry& registry, const SessionOptions& options);
  ~Session();
  Session(Session&&) noexcept;

  // Does the command whole or not at all: after a failure the session is as it was. Bad input is a result, never an
  // exception.
  CommandResult execute(const Command& command);

  const Registry& registry() const { return registry_; }
  // Stays until other rules come in.
  const Ruleset& ruleset() const { return *ruleset_; }
  const Diagnostics& config_diagnostics() const { return *diagnostics_; }
  std::string_view automaton() const { return automaton_; }
  Backend backend() const { return backend_; }
  // Both wait for steps in the background.
  Solver& solver() { return settled(); }
  const Solver& solver() const { return settled(); }
  // Does not wait: for what no step changes, parameters and planes and advice.
  const Solver& solver_facts() const { return *solver_; }

  // Steps on a thread of their own, for worlds whose steps take longer than a frame. Until they are done view() and
  // stats() stay as they were, Paint waits its turn and is drawn into the view at once, and every other call waits.
  // What comes of it is what Step and Paint in the same order would have made. False, and nothing has happened, on the
  // gpu backend, which never keeps anybody waiting. When they are done the next call of any kind takes them over; so
  // does begin_steps().
  bool begin_steps(std::uint64_t count);
  bool stepping() const;  // begun and not done
  CellView view() const;
  SolverStats stats() const;
  // Nothing while none is kept, or the running solver cannot.
  std::optional<Ledger> ledger() const;
  bool keeps_ledger() const { return keeps_ledger_; }
  // Where things happen, for view().activity: for those who look, so no command. It goes along to other solvers and
  // worlds, where it begins anew. False when the running solver cannot.
  bool keep_activity(bool on);
  bool keeps_activity() const { return keeps_activity_; }
  // Whether active_cells() will be asked for, so that background steps keep a copy of the flags.
  void keep_active_cells(bool on);
  // Which cells the next step will look at, of the world that view() shows. Nothing only while steps are under way that
  // began before keep_active_cells(true).
  std::optional<ActiveCells> active_cells() const;
  int width() const { return width_; }
  int height() const { return height_; }
  std::uint64_t step_count() const { return step_; }
  // Of the world that view() shows: while steps are under way in the background, what it was before them.
  std::uint64_t view_step() const;
  std::uint64_t seed() const { return options_.seed; }
  Bias first_bias() const { return options_.first_bias; }
  const std::string& scene() const { return scene_; }  // empty when the world did not come from a scene

  // Begins a history with what runs now, sets the limits of the one that is kept, or ends it. Without one nothing is
  // kept, and nothing is paid.
  void keep_history(const std::optional<HistoryLimits>& limits);
  // Neither waits. All zero and empty without a history.
  HistoryFacts history() const;
  TimelineFacts timeline() const;
  // Once a frame, where a history is kept: takes over worlds that were on their way from a GPU. Does not wait.
  void collect_history();

  // At most one; null: none any more. It must outlive the session or its time here.
  void set_follower(SessionFollower* follower) { follower_ = follower; }
  // Runs what `other` runs from now on, on that solver: rules, world, seed and step counter, and where `other` knows
  // them the parameters of that automaton. As costly as downloading the world of `other`. After a failure this session
  // is as it was.
  Status take_over(const Session& other, std::string_view automaton, Backend backend);

  // Copies the state planes out of the solver. On a gpu backend this waits for the GPU: not for the frame loop.
  World download() const;
  // The cells of a rectangle, both corners inclusive; nothing where it lies outside the world. Waits as download()
  // does.
  std::optional<Clip> copy(CellPoint from, CellPoint to) const;
  std::uint64_t hash() const;
  // What SaveWorld writes, for those who write it on another thread. As costly as download().
  WorldDocument document() const;

  // If the solver has failed for good, moves to the cpu backend with the last world that could be had, and says why.
  std::optional<std::string> recover();

 private:
  friend class History;  // which brings back what was

  // The command itself, with nothing noted.
  CommandResult perform(const Command& command);
  CommandResult run(const command::LoadConfigFile& c);
  CommandResult run(const command::LoadConfigText& c);
  CommandResult run(const command::ReloadConfig& c);
  CommandResult run(const command::LoadPicture& c);
  CommandResult run(const command::SavePicture& c);
  CommandResult run(const command::LoadHeightMap& c);
  CommandResult run(const command::SaveHeightMap& c);
  CommandResult run(const command::SaveWorld& c);
  CommandResult run(const command::LoadWorld& c);
  CommandResult run(const command::NewWorld& c);
  // Without a history.
  CommandResult run(const command::SaveReplay& c);
  CommandResult run(const command::LoadReplay& c);
  CommandResult run(const command::ResizeWorld& c);
  CommandResult run(const command::LoadScene& c);
  CommandResult run(const command::PutWorld& c);
  CommandResult run(const command::Paint& c);
  CommandResult run(const command::Fill& c);
  CommandResult run(const command::Clear& c);
  CommandResult run(const command::Reset& c);
  CommandResult run(const command::Step& c);
  CommandResult run(const command::SwitchSolver& c);
  CommandResult run(const command::SetParameter& c);
  CommandResult run(const command::KeepLedger& c);
  CommandResult run(const command::PasteClip& c);
  CommandResult run(const command::EraseRect& c);
  // Without a history.
  CommandResult run(const command::Undo& c);
  CommandResult run(const command::Redo& c);
  CommandResult run(const command::SeekTime& c);

  // A solver that is ready to take over, or why there is none.
  struct Prepared {
    std::unique_ptr<Solver> solver;
    std::string error;
    bool rules_refused = false;  // the solver could be had, but not with these rules
  };
  // What people and their history do to the solver, so that whoever follows hears of it.
  void apply(const Edit& edit);
  bool set_parameter(const std::string& name, double value);
  // The solver with nothing under way.
  Solver& settled() const;

  CommandResult take_config(ConfigResult config, command::KeepWorld keep, bool accept_errors,
                            std::string_view automaton);
  // Where these rules run when they come in as another config.
  std::string_view automaton_for(const Ruleset& ruleset) const;
  // Where they run when they are the running config, read again.
  std::string_view automaton_for_again(const Ruleset& ruleset) const;
  std::unique_ptr<Solver> make_solver(std::string_view automaton, Backend backend, std::string& error) const;
  // A solver of another automaton or backend with these rules and this world in it; the session is not touched. Its
  // parameters are those that this automaton had last; if some are given, these, and the defaults of the others.
  Prepared prepare_solver(std::string_view automaton, Backend backend, const Ruleset& ruleset, const World& world,
                          const ParameterValues* parameters = nullptr) const;
  void take_solver(std::unique_ptr<Solver> solver, std::string_view automaton, Backend backend, const World& world);
  // As they were when that automaton ran last.
  ParameterValues last_parameters(std::string_view automaton) const;
  // A switch that changes the rules too: the world is carried over by name.
  CommandResult switch_with_rules(const command::SwitchSolver& c, Ruleset ruleset, Diagnostics diagnostics);
  CommandResult switch_with_own_config(const command::SwitchSolver& c, std::string refusal);
  CommandResult switch_back(const command::SwitchSolver& c);
  // Between automata of which only one knows cells: another world takes the place of this one, which waits.
  CommandResult switch_between_worlds(const command::SwitchSolver& c);
  CommandResult switch_worlds(const command::SwitchSolver& c, const Displaced& arriving);
  Displaced all_that_runs() const;
  // Puts a world by; with a history it is packed.
  std::shared_ptr<const StoredWorld> store(World world) const;
  // What Reset returns to.
  World origin() const;
  void take_rules(Ruleset ruleset, Diagnostics diagnostics);
  // Runs these rules and this world on that solver from now on; on failure nothing has changed.
  Status move_to(std::string_view automaton, Backend backend, const Ruleset& ruleset, const World& world);
  // Puts rules and world into the running solver together, or into one of another automaton; on failure nothing has
  // changed.
  Status install(const Ruleset& ruleset, const World& world);
  Status install_in(std::string_view automaton, const Ruleset& ruleset, const World& world);
  // The same with the rules as they are.
  Status place_world(const World& world);
  Status place_world_in(std::string_view automaton, const World& world);
  void note_placed(const World& world);
  // Parameters that the loaded scene set get their defaults again.
  void take_parameters_back();
  // The best world to be had from a solver that has failed.
  World rescue_world() const;
  // The world is where a story begins, and what Reset returns to.
  void begin_at(World world, std::string scene, std::uint64_t step = 0);
  // The backend in use if that automaton runs on it here, else the cpu one, else the scalar one.
  Backend runnable(std::string_view automaton) const;

  const Registry& registry_;
  SessionOptions options_;
  std::shared_ptr<const Ruleset> ruleset_;
  std::shared_ptr<const Diagnostics> diagnostics_;
  std::string automaton_;
  Backend backend_ = Backend::cpu;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<BackgroundSteps> background_;  // after `solver_`: it ends first
  int width_ = 640, height_ = 400;
  std::uint64_t step_ = 0;
  bool keeps_ledger_ = false, keeps_activity_ = false;
  std::string scene_;
  std::shared_ptr<const StoredWorld> origin_;
  std::uint64_t origin_step_ = 0;               // what Reset sets the step counter to
  std::shared_ptr<const Displaced> displaced_;  // null: nothing was
  // Of automata that are not running: what their parameters were.
  std::map<std::string, ParameterValues, std::less<>> parameters_;
  // On a gpu backend only: the world as it was last seen whole, in case the GPU is lost.
  mutable std::optional<World> last_seen_;
  std::unique_ptr<History> history_;  // null: none is kept
  SessionFollower* follower_ = nullptr;
};

}  // namespace repose
