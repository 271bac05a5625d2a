// The session, and its history: undo, redo and the time line. docs/history.md describes how that works.
#include "repose/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <new>
#include <set>
#include <stdexcept>
#include <system_error>
#include <type_traits>

#include "core/language.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"
#include "session/commands.hpp"
#include "session/run_state.hpp"
#include "session/running_solver.hpp"
#include "session/timeline.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

// ---- what the table of commands says ----

template <class C>
constexpr Recorded kRecorded = Recorded::world;
#define REPOSE_RECORDED(Type, recorded, title) \
  template <>                                  \
  constexpr Recorded kRecorded<command::Type> = Recorded::recorded;
REPOSE_COMMANDS(REPOSE_RECORDED)
#undef REPOSE_RECORDED

std::string title_of(const Ruleset& rules) { return rules.title.empty() ? tr("config") : rules.title; }

template <class C, class... Others>
constexpr bool kIsOneOf = (std::is_same_v<C, Others> || ...);

// Whether the command would help past a challenge. Commands that bring another world end it instead.
template <class C>
constexpr bool kHelpsPast = kIsOneOf<C, command::ResizeWorld, command::TurnWorld, command::Clear, command::PasteClip,
                                     command::EraseRect, command::Shake, command::SetParameter>;

std::string title_of(const Edit& edit, const Ruleset& rules) {
  const auto of_element = [&](std::uint8_t element) {
    return element == 0 ? tr("Erase") : trf("Paint {}", tr_in("element", shown_name(rules.elements[element])));
  };
  if (const auto* stroke = std::get_if<StrokeEdit>(&edit)) return of_element(stroke->element);
  if (const auto* rectangle = std::get_if<RectEdit>(&edit)) return of_element(rectangle->element);
  if (std::holds_alternative<PushEdit>(edit)) return tr("Blow");
  if (std::holds_alternative<BodyEdit>(edit)) return tr("Press");
  return std::holds_alternative<AmountEdit>(edit) ? tr("Pour") : tr("Stamp");
}

// The title of an operation in the menu: "Paint sand", "Clear", "Scene Falls".
struct TitleOf {
  const Ruleset& rules;
  const Solver& solver;

#define REPOSE_TITLE(Type, recorded, title) \
  std::string operator()([[maybe_unused]] const command::Type& c) const { return title; }
  REPOSE_COMMANDS(REPOSE_TITLE)
#undef REPOSE_TITLE
};

// Whether the command computes again what has happened before.
template <class C>
constexpr bool kRepeats = kIsOneOf<C, command::Undo, command::Redo, command::SeekTime, command::LoadReplay>;

// While one exists, a person acts: reactions are noticed near what changes.
class Attention {
 public:
  Attention(RunningSolver& running, bool is_paid) : running_(running) { running_.set_attentive(is_paid); }
  ~Attention() { running_.set_attentive(false); }
  Attention(const Attention&) = delete;
  Attention& operator=(const Attention&) = delete;

 private:
  RunningSolver& running_;
};

constexpr const char* kNotEnoughForWorld =
    text_id("There is not enough memory for a world of this size; try a smaller one.");
static_assert(std::string_view(kNotEnoughMemory) ==
              text_id("There is not enough memory for this; nothing was changed."));  // for scripts/texts

CommandResult not_enough_memory(const char* sentence) {
  CommandResult result = failed("Out of memory.");  // as long as a string may be without memory of its own
  try {
    result.message = tr(sentence);
  } catch (const std::bad_alloc&) {
  }
  return result;
}

// ---- history ----

constexpr std::size_t kInputBytesMax = 1u << 20;  // of a keyframe: repeating its inputs must not take long
constexpr std::size_t kEntryBytes = 256;          // approximate size of an entry of a stack without its keyframe
// Keys of the operations that the next Paint may continue: painting, pushing and pressing are different operations.
constexpr std::string_view kPaintKey = "paint", kPushKey = "push", kBodyKey = "body";

// How long this number of steps takes at the automaton's own pace: "12 s".
std::string duration(const Registry& registry, std::string_view automaton, std::uint64_t steps) {
  const double seconds = static_cast<double>(steps) / registry.automaton(automaton)->steps_per_second;
  return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
}

void repeat_input(RunningSolver& running, const Input& input) {
  if (const auto* edit = std::get_if<Edit>(&input)) return static_cast<void>(running.paint(*edit));
  if (const auto* sign = std::get_if<command::SetSign>(&input)) return static_cast<void>(running.set_sign(*sign));
  const auto& parameter = std::get<ParameterInput>(input);
  running.set_parameter(parameter.name, parameter.value);
}

}  // namespace

// Decides when the next keyframe is due: soon enough that the steps since the last one are repeated quickly, and rarely
// enough that storing keyframes does not disturb. Reads the clock; results do not depend on where keyframes are.
class KeyframePace {
 public:
  // Call after a keyframe has been stored. Without `seconds` its cost counts as equal to that of the one before.
  void note_stored(std::optional<double> seconds = {}) {
    cost_seconds_ = seconds.value_or(cost_seconds_);
    stored_at_ = Clock::now();
  }
  // The time that packing a world took on another thread.
  void note_packing(double seconds) { packing_seconds_ = seconds; }
  // Measures what a step costs. If the solver is not the one of the last call, its steps must count from 0.
  void measure(const SolverStats& stats) {
    if (stats.steps < steps_seen_) steps_seen_ = 0, seconds_seen_ = 0;  // a world has been uploaded since
    if (stats.steps == steps_seen_) return;
    seconds_each_ = (stats.step_seconds - seconds_seen_) / static_cast<double>(stats.steps - steps_seen_);
    steps_seen_ = stats.steps;
    seconds_seen_ = stats.step_seconds;
  }

  // The expected time of that many steps.
  double seconds_of(std::uint64_t steps) const { return static_cast<double>(steps) * seconds_each_; }
  // `steps`: since the last keyframe.
  bool is_far(std::uint64_t steps) const { return seconds_of(steps) >= kRepeatSeconds || steps >= kStepsMax; }
  bool is_due(std::uint64_t steps) const {
    const double cost = cost_seconds_ + kShareOfPacking * packing_seconds_;
    return is_far(steps) && std::chrono::duration<double>(Clock::now() - stored_at_).count() * kShareOfTime >= cost;
  }
  // Number of steps until is_due() must be called again; at least 1.
  std::uint64_t steps_until_due(std::uint64_t steps) const {
    const double most =
        seconds_each_ > 0 ? std::min(kRepeatSeconds / seconds_each_, double{kStepsMax}) : double{kStepsMax};
    const auto whole = static_cast<std::uint64_t>(most);
    return whole > steps ? whole - steps : 1;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kRepeatSeconds = 0.05;  // limit for the steps from a keyframe to the next
  static constexpr double kShareOfTime = 0.05;    // limit for the share of time that storing keyframes costs
  // The share of the packing time that counts as cost; small, because other processors do most of it.
  static constexpr double kShareOfPacking = 0.25;
  // Limit even if steps cost nothing, because the time line is trimmed by whole segments.
  static constexpr std::uint64_t kStepsMax = 500;

  double seconds_each_ = kRepeatSeconds;           // of a step; an assumption until the first measurement
  double cost_seconds_ = 0, packing_seconds_ = 0;  // of the last keyframe
  Clock::time_point stored_at_ = Clock::now();
  std::uint64_t steps_seen_ = 0;  // of the solver, in the last call of measure()
  double seconds_seen_ = 0;
};

// Undo, redo and the time line. The session gives it every command.
class History {
 public:
  // Begins with what `running` runs now. `running` must outlive the history.
  History(RunningSolver& running, const HistoryLimits& limits) : running_(running), limits_(limits) {
    running_.store().set_packing(true);
    begin_segment(true);
  }
  ~History() { running_.store().set_packing(false); }
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  void set_limits(const HistoryLimits& limits) {
    limits_ = limits;
    trim();
  }
  HistoryFacts facts() const {
    const auto title = [](const Stack& stack) { return stack.empty() ? std::string() : stack.back().title; };
    return {title(undo_), title(redo_), bytes_, limits_.undo_bytes, timeline_.counted_bytes()};
  }
  TimelineFacts timeline() const { return {timeline_.oldest(), timeline_.now(), timeline_.newest()}; }

  // ---- commands: each executes the command and records the operation ----

  CommandResult execute(const command::Step& c) {
    const std::uint64_t began = timeline_.now();
    const bool was_newest = !timeline_.in_the_past();
    try {
      const Status status = step(c.count);
      if (status) return {};
      if (running_.facts().health()) timeline_.give_up_steps(began, was_newest);
      return failed(status.message());
    } catch (...) {  // memory has run out
      timeline_.give_up_steps(began, was_newest);
      throw;
    }
  }

  CommandResult execute(const command::Paint& c) {
    if (!c.continues || has_many_inputs()) prepare_return();
    const HistoryPoint before = timeline_.here();
    std::optional<Edit> painted;
    if (const Status status = running_.paint(c.edit, &painted); !status) return failed(status.message());
    const std::string_view key = std::holds_alternative<PushEdit>(c.edit)   ? kPushKey
                                 : std::holds_alternative<BodyEdit>(c.edit) ? kBodyKey
                                                                            : kPaintKey;
    if (!painted || !touches_world(*painted, running_.width(), running_.height())) {
      if (!c.continues) last_key_.clear();
      return {};
    }
    note(
        title(c), before, std::string(key), [&] { add({*painted}); }, c.continues && last_key_ == key);
    return {};
  }

  CommandResult execute(const command::Fill& c) {
    return fill(running_, c, [this](const command::Paint& paint) { return execute(paint); });
  }

  CommandResult execute(const command::Shake& c) {
    if (!c.continues || has_many_inputs()) prepare_return();
    const HistoryPoint before = timeline_.here();
    CommandResult result = perform(running_, c);
    if (!result.ok) return result;
    const auto record = [&] {
      std::vector<Input> inputs;
      for (const PushEdit& push : pushes_of(c)) inputs.emplace_back(Edit(push));
      add(std::move(inputs));
    };
    note(title(c), before, std::string(kPushKey), record, c.continues && last_key_ == kPushKey);
    return result;
  }

  CommandResult execute(const command::SetParameter& c) {
    prepare_return();
    const double value_before = running_.facts().parameter(c.name);
    const HistoryPoint before = timeline_.here();
    CommandResult result = perform(running_, c);
    const double value = running_.facts().parameter(c.name);
    if (!result.ok || value == value_before) return result;
    std::string key = "parameter " + c.name, shown = title(c);
    const auto record = [&] { add({ParameterInput{c.name, value}}); };
    if (last_key_ == key && !undo_.empty()) {
      record();
      undo_.back().title = std::move(shown);
    } else {
      note(std::move(shown), before, std::move(key), record);
    }
    return result;
  }

  CommandResult execute(const command::SetSign& c) {
    prepare_return();
    const HistoryPoint before = timeline_.here();
    const Signs signs_before = running_.state().signs;
    CommandResult result = perform(running_, c);
    if (result.ok && running_.state().signs != signs_before)
      note(title(c), before, {}, [&] { add({command::SetSign{c.at, sign_text(c.text), c.from}}); });
    return result;
  }

  CommandResult execute(const command::Undo&) { return undo_or_redo(undo_, redo_, tr("Undone")); }
  CommandResult execute(const command::Redo&) { return undo_or_redo(redo_, undo_, tr("Done again")); }

  CommandResult execute(const command::SeekTime& c) {
    const std::uint64_t position = reachable(std::clamp(c.position, timeline_.oldest(), timeline_.newest()));
    if (position == timeline_.now()) return {};
    prepare_return();
    HistoryPoint here = timeline_.here();
    const HistoryPoint departure = here, there = timeline_.at(position);
    const Entry::LinePosition left{timeline_.branch(), timeline_.now()};
    const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
    if (const Status status = onward ? repeat(here, there) : go_to(there, true); !status)
      return failed(status.message());
    if (!timeline_.in_the_past()) push(undo_, {title(c), departure, left, nullptr});
    timeline_.move_to(position);
    last_key_.clear();
    forget_rewind();
    trim();
    return {};
  }

  CommandResult execute(const command::SaveReplay& c) {
    Timeline& line = timeline_;
    if (!line.in_the_past())
      line.checkpoints()[line.now()] = hash_world(running_.download(), running_.facts().state_planes());
    const std::uint64_t length = line.newest() - line.oldest();
    const auto replay = replay_of(line, line.newest() - std::min(c.steps.value_or(length), length));
    if (!replay) return failed(tr("The world is too large for a replay."));
    const Status status = c.in_picture ? write_picture_with_replay(
                                             c.path, world_to_picture(running_.download(), running_.ruleset()), *replay)
                                       : write_replay(c.path, *replay);
    if (!status) return failed(status.message());
    const std::string lasts = duration(running_.factory().registry(), running_.automaton(), replay->steps());
    return {true, trf("Saved {} with a replay of {}", c.path.filename().string(), lasts), {}};
  }

  CommandResult execute(const command::LoadReplay& c) {
    const std::string name = c.path.filename().string();
    Replay replay;
    if (const Status status = read_replay(c.path, replay); !status) return failed(status.message());
    auto line = std::make_shared<Timeline>();
    Status status = line_of(replay, running_.store(), running_.state().other_parameters, *line);
    if (status) status = check_rules(*line);
    prepare_return();
    if (status) status = go_to(line->at(line->oldest()), false);
    if (!status) return failed(trf("{} could not be opened. {}", name, status.message()));
    const std::uint64_t steps = line->newest() - line->oldest();
    const std::string lasts = duration(running_.factory().registry(), running_.automaton(), steps);
    CommandResult result{true, trf("Plays {}: {}, {} steps", name, lasts, steps), {}};
    line->move_to(line->oldest());
    push_with(undo_, {title(c), timeline_.here(), std::nullopt, line}, [&] { std::swap(timeline_, *line); });
    while (!redo_.empty()) drop(redo_, true);
    last_key_.clear();
    trim();
    return result;
  }

  // All other commands.
  template <class C>
  CommandResult execute(const C& c) {
    if constexpr (kRecorded<C> == Recorded::nothing) return perform(running_, c);
    prepare_return();
    const HistoryPoint before = timeline_.here();
    const RunState state_before = running_.state();
    CommandResult result = perform(running_, c);
    if (!result.ok) return result;
    const RunState& state = running_.state();
    const bool same_run = std::is_same_v<C, command::SwitchSolver> &&
                          state.rules.ruleset == state_before.rules.ruleset &&
                          state.run.automaton == state_before.run.automaton;
    // A backend may not accept every value of a parameter.
    if (same_run && state.run.parameters == state_before.run.parameters) return result;
    note(
        title(c), before, {}, [&] { begin_segment(true); }, same_run);
    return result;
  }

  // ---- what the session calls besides ----

  // Whether these steps reach past inputs that must be repeated: then call execute().
  bool must_follow(std::uint64_t count) const { return timeline_.in_the_past() && count >= timeline_.steps_to_next(); }
  // Begins steps in the background. False when nothing has begun. Precondition: not must_follow(count).
  bool begin_steps(std::uint64_t count) {
    std::function<void(RunState)> keep;
    if (is_keyframe_due()) {
      keep = [this](RunState before) {
        is_counted_ = false;
        begin_keyframe(std::move(before), false);
        pace_.note_stored();
        trim();
      };
    }
    if (!running_.begin_steps(count, keep)) return false;
    timeline_.advance(count);
    return true;
  }

  // Takes over worlds that have arrived from a GPU. Call it about once a frame.
  void collect() {
    running_.store().collect();
    if (is_counted_ || running_.store().busy()) return;
    is_counted_ = true;
    trim();
  }
  // Call when another solver has replaced it with a world that may be older: restores what ran, if possible.
  void resume() {
    if (!go_to(timeline_.here(), false)) begin_segment(true);
  }
  // Computes what runs again from the last keyframe, for a damaged world.
  Status restore_here() { return go_to(timeline_.here(), false); }

 private:
  // The point to which an entry of undo or redo leads.
  struct Entry {
    std::string title;
    HistoryPoint point;
    // For a move along the line itself: the position to which it leads, as long as that position is on the line.
    struct LinePosition {
      std::uint64_t branch = 0, position = 0;
    };
    std::optional<LinePosition> on_line;
    // If it leads to another line: that line. `point` is on it.
    std::shared_ptr<Timeline> line;
  };
  using Stack = std::deque<Entry>;
  // A state captured while going to an earlier position, from which scrubbing can go further back.
  struct ScrubPoint {
    HistoryPoint point;
    RunState state;
  };

  template <class C>
  std::string title(const C& c) const {
    return TitleOf{running_.ruleset(), running_.facts()}(c);
  }

  // ---- entries of undo and redo ----

  // Records an operation: an entry of undo, which goes back to `before`, and what record() adds to the time line.
  // Clears redo. If record() throws, nothing has changed. `continues`: a part of the operation before; records only.
  template <class Record>
  void note(std::string title, const HistoryPoint& before, std::string key, const Record& record,
            bool continues = false) {
    if (continues) return record();
    push_with(undo_, {std::move(title), before, std::nullopt, nullptr}, record);
    while (!redo_.empty()) drop(redo_, true);
    scrub_points_.clear();
    last_key_ = std::move(key);
    trim();
  }

  void push(Stack& stack, Entry entry) {
    const Keyframe& keyframe = *entry.point.keyframe;
    kept_.add(keyframe);
    try {
      stack.push_back(std::move(entry));
    } catch (...) {
      kept_.remove(keyframe);
      throw;
    }
  }
  // Pushes the entry and calls the function; neither, if one of the two throws.
  template <class Function>
  void push_with(Stack& stack, Entry entry, const Function& function) {
    push(stack, std::move(entry));
    try {
      function();
    } catch (...) {
      drop(stack, true);
      throw;
    }
  }
  void drop(Stack& stack, bool newest) {
    kept_.remove(*(newest ? stack.back() : stack.front()).point.keyframe);
    newest ? stack.pop_back() : stack.pop_front();
  }

  bool is_on_line(const std::optional<Entry::LinePosition>& position) const {
    return position && position->branch == timeline_.branch() && position->position >= timeline_.oldest() &&
           position->position <= timeline_.newest();
  }
  // Call at the newest position: the rewind that led away from it stops being an operation.
  void forget_rewind() {
    if (timeline_.in_the_past()) return;
    scrub_points_.clear();
    if (!undo_.empty() && is_on_line(undo_.back().on_line)) drop(undo_, true);
  }
  void trim() {
    timeline_.trim(limits_.rewind_bytes, limits_.rewind_steps);
    const auto count = [this] {
      bytes_ = kept_.bytes() + kEntryBytes * (undo_.size() + redo_.size());
      for (const Stack* stack : {&undo_, &redo_}) {
        for (const Entry& entry : *stack) bytes_ += entry.line ? entry.line->bytes() : 0;
      }
    };
    for (count(); bytes_ > limits_.undo_bytes && !(undo_.empty() && redo_.empty()); count())
      drop(undo_.empty() ? redo_ : undo_, false);
  }
  CommandResult undo_or_redo(Stack& from, Stack& to, const char* verb) {
    if (from.empty())
      return failed(&from == &undo_ ? tr("There is nothing to undo.") : tr("There is nothing to redo."));
    prepare_return();
    const Entry entry = from.back();
    const bool on_line = is_on_line(entry.on_line);
    if (const Status status = go_to(on_line ? timeline_.at(entry.on_line->position) : entry.point, false); !status)
      return failed(status.message());
    Entry back{entry.title, timeline_.here(), std::nullopt, entry.line};
    if (on_line) back.on_line = {timeline_.branch(), timeline_.now()};
    CommandResult result{true, fmt::format("{}: {}", verb, entry.title), {}};
    push_with(to, std::move(back), [&] {
      if (entry.line) {
        std::swap(timeline_, *entry.line);
      } else if (on_line) {
        timeline_.move_to(entry.on_line->position);
      } else {
        timeline_.begin_segment(entry.point, true);
      }
    });
    drop(from, true);
    last_key_.clear();
    trim();
    return result;
  }

  // All or, when memory runs out, none.
  void add(std::vector<Input> inputs) {
    const std::size_t bytes = timeline_.add(std::move(inputs));
    kept_.add_inputs(timeline_.last_keyframe(), bytes);
  }

  // ---- keyframes ----

  RunState capture() {
    is_counted_ = false;
    return running_.capture();
  }
  // Takes a keyframe of what runs now and begins a segment with it.
  void begin_segment(bool jump) {
    const auto start = std::chrono::steady_clock::now();
    begin_keyframe(capture(), jump);
    pace_.note_stored(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  // A keyframe without a jump is one after steps: before the newest position it splits the line; later positions stay.
  void begin_keyframe(RunState state, bool jump) {
    if (!jump && timeline_.in_the_past()) return timeline_.split(std::move(state));
    const std::uint64_t cells = std::uint64_t(running_.width()) * std::uint64_t(running_.height());
    timeline_.begin_segment({std::make_shared<Keyframe>(Keyframe{std::move(state), {}, cells}), 0, 0}, jump);
  }
  bool is_keyframe_due() {
    pace_.measure(running_.settled().stats());
    const std::uint64_t steps = timeline_.steps_since_keyframe();
    if (limits_.keyframe_steps > 0 && steps >= limits_.keyframe_steps) return true;
    if (running_.store().busy()) return false;
    if (!is_near_keyframe(timeline_.here(), 2)) return true;
    if (limits_.keyframe_steps > 0) return false;
    pace_.note_packing(running_.store().packing_seconds());
    // Before the newest position all keyframes are on the line already.
    return pace_.is_due(steps) || (!timeline_.in_the_past() && has_many_inputs());
  }
  // Takes a keyframe if returning to this point would otherwise repeat many steps or inputs.
  void prepare_return() {
    if (running_.is_damaged()) return;
    if (!is_near_keyframe(timeline_.here(), 2)) return begin_segment(false);
    if (running_.stepping() || timeline_.in_the_past() || limits_.keyframe_steps > 0 || running_.store().busy()) return;
    pace_.measure(running_.settled().stats());
    if (has_many_inputs() || pace_.is_far(timeline_.steps_since_keyframe())) begin_segment(false);
  }
  bool has_many_inputs() const {
    const Keyframe& last = timeline_.last_keyframe();
    return last.input_bytes > kInputBytesMax || last.input_cells > kRepeatedCellsMax / 2;
  }
  // ---- to a point ----

  // The cells that are updated between two points of a keyframe.
  static std::uint64_t cells_between(const HistoryPoint& from, const HistoryPoint& to) {
    const Keyframe& keyframe = *to.keyframe;
    std::uint64_t cells = (to.steps - from.steps) * (keyframe.cells + kStepCells);
    for (std::size_t i = from.input_count; i < to.input_count; ++i)
      cells += input_cells_of(keyframe.inputs[i], keyframe.cells);
    return cells;
  }
  // Whether the point can be computed from its keyframe without repeating too much; `times`: that many times.
  static bool is_near_keyframe(const HistoryPoint& point, std::uint64_t times = 1) {
    return times * cells_between({point.keyframe, 0, 0}, point) <= kRepeatedCellsMax;
  }
  // The position, if it can be reached without repeating too much. Otherwise the one to go to instead.
  std::uint64_t reachable(std::uint64_t position) const {
    const HistoryPoint here = timeline_.here(), there = timeline_.at(position);
    if (is_near_keyframe(there)) return position;
    const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
    if (!onward) return timeline_.segment_at(position).begin;
    return cells_between(here, there) <= kRepeatedCellsMax ? position : timeline_.now();
  }
  // Takes steps, with keyframes between them; before the newest position, repeats the inputs.
  Status step(std::uint64_t count) {
    while (count > 0) {
      if (is_keyframe_due()) {
        begin_segment(false);
        trim();
      }
      std::uint64_t steps =
          limits_.keyframe_steps > 0 ? limits_.keyframe_steps : pace_.steps_until_due(timeline_.steps_since_keyframe());
      const std::uint64_t cells = timeline_.here().keyframe->cells;
      steps = std::min({steps, count, std::max<std::uint64_t>(1, kRepeatedCellsMax / 2 / (cells + kStepCells))});
      if (timeline_.in_the_past()) steps = std::min(steps, timeline_.steps_to_next());
      if (const Status status = running_.step(steps); !status) return status;
      timeline_.advance(steps);
      count -= steps;
      if (const Status status = follow(); !status) return status;
      forget_rewind();
    }
    return {};
  }
  // Where to take the next scrub point: at decreasing distances to the end.
  HistoryPoint next_stop(const HistoryPoint& at, const HistoryPoint& to) const {
    constexpr double kShortSeconds = 0.01;
    const std::uint64_t left = to.steps - at.steps;
    if (left < 2 || pace_.seconds_of(left) <= kShortSeconds || running_.store().busy()) return to;
    HistoryPoint middle{to.keyframe, at.steps + (left + 1) / 2, at.input_count};
    const auto& inputs = to.keyframe->inputs;
    while (middle.input_count < to.input_count && inputs[middle.input_count].steps <= middle.steps)
      ++middle.input_count;
    return middle;
  }
  // Restores the last scrub point before `point`, or its keyframe. Sets `at` to the restored point.
  Status restore_before(const HistoryPoint& point, HistoryPoint& at) {
    std::erase_if(scrub_points_, [&](const ScrubPoint& other) {
      return other.point.keyframe != point.keyframe || other.point.steps > point.steps ||
             other.point.input_count > point.input_count;
    });
    if (!scrub_points_.empty()) {
      at = scrub_points_.back().point;
      if (const Status status = running_.restore(scrub_points_.back().state)) return status;
      scrub_points_.clear();  // they may have been lost with a GPU
    }
    at = {point.keyframe, 0, 0};
    return running_.restore(point.keyframe->state);
  }
  // Restores the nearest state before the point and repeats the rest. With `scrubs`, keeps scrub points.
  Status go_to(const HistoryPoint& point, bool scrubs) {
    HistoryPoint at;
    if (Status status = restore_before(point, at); !status) return status;
    while (true) {
      const HistoryPoint stop = scrubs ? next_stop(at, point) : point;
      if (Status status = repeat(at, stop); !status) return status;
      if (at.steps == point.steps && at.input_count == point.input_count) return {};
      scrub_points_.push_back({at, capture()});
    }
  }
  // Takes the steps and inputs from `at`, which runs, to `to`, a later point of the same keyframe. Moves `at`.
  Status repeat(HistoryPoint& at, const HistoryPoint& to) {
    const auto& inputs = to.keyframe->inputs;
    while (true) {
      const bool has_input = at.input_count < to.input_count;
      const std::uint64_t until = has_input ? inputs[at.input_count].steps : to.steps;
      if (until > at.steps) {
        if (Status status = running_.step(until - at.steps); !status) return status;
        at.steps = until;
      }
      if (!has_input) return {};
      repeat_input(running_, inputs[at.input_count++].input);
    }
  }
  // Repeats the inputs at this past position.
  Status follow() {
    while (true) {
      while (const TimedInput* next = timeline_.next_input()) repeat_input(running_, next->input);
      const Timeline::Segment* segment = timeline_.next_segment();
      if (segment == nullptr) return {};
      if (segment->jump) {
        Status status = go_to({segment->keyframe, segment->steps_before, segment->inputs_before}, false);
        if (!status) return status;
      } else if (segment->keyframe->from_file && segment->steps_before == 0 && segment->inputs_before == 0) {
        timeline_.replace_keyframe(capture());
      }
    }
  }
  // Fails when the available solvers cannot run everything on a line.
  Status check_rules(const Timeline& line) const {
    std::set<std::pair<std::string, const Ruleset*>> checked;
    for (const Timeline::Segment& segment : line.segments()) {
      const LoadedRules& rules = segment.keyframe->state.rules;
      const RunSettings& run = segment.keyframe->state.run;
      if (!checked.emplace(run.automaton, rules.ruleset.get()).second) continue;
      if (running_.factory().registry().automaton(run.automaton) == nullptr)
        return Status::failure(trf("It needs the automaton '{}', which is not known here.", run.automaton));
      std::string error;
      const auto solver = running_.factory().make(run.automaton, Backend::scalar, error);
      if (!solver) return Status::failure(error);
      for (const auto& [name, value] : run.parameters) solver->set_parameter(name, value);
      if (Status status = solver->load(*rules.ruleset); !status) return status;
    }
    return {};
  }

  RunningSolver& running_;
  HistoryLimits limits_;
  Timeline timeline_;
  Stack undo_, redo_;
  KeptBytes kept_;                        // by the stacks
  std::size_t bytes_ = 0;                 // of the stacks, as last counted
  bool is_counted_ = false;               // false: worlds have been stored since the last count
  std::vector<ScrubPoint> scrub_points_;  // of one keyframe, in their order
  std::string last_key_;                  // of the operation that the next command may continue; empty: none
  KeyframePace pace_;
};

// ---- the session ----

Session::Session(const Registry& registry, LoadedRules rules, const SessionOptions& options)
    : running_(std::make_unique<RunningSolver>(registry, std::move(rules), options)) {}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

CommandResult Session::execute(const Command& command) {
  if (!std::holds_alternative<command::Paint>(command)) running_->settled();
  if (running_->is_damaged()) restore();
  const bool had_history = history_ != nullptr;
  bool makes_world = false;  // whether the command says how large the world becomes
  CommandResult result{false, {}, {}};
  const auto perform_it = [&]<class C>(const C& c) {
    const Attention attention(*running_, !kRepeats<C> && !(std::is_same_v<C, command::Step> && is_in_the_past()));
    if (kHelpsPast<C> && state().origin.challenge)
      return failed(tr("Not in a challenge. Leave it first, to play freely."));
    makes_world = requires { c.width; };
    if (!history_ && std::is_same_v<C, command::LoadReplay>)
      history_ = std::make_unique<History>(*running_, HistoryLimits{});
    if (history_) return history_->execute(c);
    if constexpr (kRecorded<C> == Recorded::line) {
      return failed(tr("No history is kept."));
    } else {
      return perform(*running_, c);
    }
  };
  const bool enough = attempt([&] {
    result = std::visit(perform_it, command);
    return result.ok;
  });
  if (!had_history && !result.ok) history_.reset();
  if (!enough) result = not_enough_memory(makes_world ? kNotEnoughForWorld : kNotEnoughMemory);
  return result;
}

template <class Change>
bool Session::attempt(const Change& change) {
  const std::uint64_t changes_before = running_->changes();
  const Backend backend_before = backend();
  bool succeeded = false, enough = false;
  try {
    succeeded = change();
    enough = true;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a vector of more bytes than there are addresses
  } catch (const std::system_error& error) {
    const bool is_memory = error.code() == std::errc::not_enough_memory ||
                           error.code() == std::errc::resource_unavailable_try_again;  // threads and mappings
    if (!is_memory) throw;
  }
  const bool has_changed = running_->changes() != changes_before;
  if (!succeeded && has_changed && (!enough || (history_ && solver_facts().health()))) {
    running_->set_damaged(backend_before);
    restore();
  }
  return enough;
}

bool Session::restore() {
  if (!history_ || !solver_facts().health()) return false;
  const Backend backend_before = backend();
  try {
    if (history_->restore_here()) return true;
  } catch (const std::exception&) {  // memory has run out
  }
  running_->set_damaged(backend_before);
  return false;
}

// ---- what runs ----

const Registry& Session::registry() const { return running_->factory().registry(); }
const RunState& Session::state() const { return running_->state(); }
const Ruleset& Session::ruleset() const { return running_->ruleset(); }
const Diagnostics& Session::config_diagnostics() const { return *state().rules.diagnostics; }
std::string_view Session::automaton() const { return running_->automaton(); }
Backend Session::backend() const { return running_->backend(); }
int Session::width() const { return running_->width(); }
int Session::height() const { return running_->height(); }
std::uint64_t Session::step_count() const { return state().run.step; }
const RunSettings& Session::run_settings() const { return state().run; }
const std::string& Session::scene() const { return state().origin.scene; }

Solver& Session::solver() { return running_->settled(); }
const Solver& Session::solver() const { return running_->settled(); }
const Solver& Session::solver_facts() const { return running_->facts(); }

SwitchPreview Session::preview_switch(std::string_view automaton) const {
  return repose::preview_switch(*running_, automaton);
}
double Session::share_lost(const Ruleset& rules) const {
  return repose::share_lost(download(), match_by_name(ruleset(), rules));
}

World Session::download() const { return running_->download(); }
std::optional<Clip> Session::copy(CellPoint from, CellPoint to) const { return copy_rect(*running_, from, to); }
std::uint64_t Session::hash() const { return hash_world(download(), solver_facts().state_planes()); }
WorldDocument Session::document() const { return document_of(state(), download()); }

// ---- steps in the background ----

bool Session::begin_steps(std::uint64_t count) {
  if (backend() == Backend::gpu) return false;
  running_->settled();
  if ((history_ && history_->must_follow(count)) || running_->acts_within(count))
    return execute(command::Step{count}).ok;
  bool begun = false;
  const Attention attention(*running_, !is_in_the_past());
  attempt([&] { return begun = history_ ? history_->begin_steps(count) : running_->begin_steps(count); });
  return begun;
}

bool Session::stepping() const { return running_->stepping(); }
CellView Session::view() const { return running_->view(); }
SolverStats Session::stats() const { return running_->stats(); }
std::uint64_t Session::view_step() const { return running_->view_step(); }

std::optional<Ledger> Session::ledger() const { return running_->ledger(); }
bool Session::keeps_ledger() const { return running_->keeps_ledger(); }
bool Session::keep_activity(bool on) {
  bool kept = false;
  attempt([&] { return kept = running_->keep_activity(on); });
  return kept;
}
bool Session::keeps_activity() const { return running_->keeps_activity(); }
void Session::keep_active_cells(bool on) { running_->keep_active_cells(on); }
std::optional<ActiveCells> Session::active_cells() const { return running_->active_cells(); }

// ---- reactions ----

void Session::notice_reactions(bool on) { running_->notice_reactions(on); }
std::vector<NoticedReaction> Session::take_reactions() { return running_->take_reactions(); }

// ---- history ----

bool Session::keep_history(const std::optional<HistoryLimits>& limits) {
  running_->settled();
  if (!limits) {
    history_.reset();
  } else if (history_) {
    history_->set_limits(*limits);
  } else {
    attempt([&] { return (history_ = std::make_unique<History>(*running_, *limits)) != nullptr; });
  }
  return !limits || history_;
}

HistoryFacts Session::history() const { return history_ ? history_->facts() : HistoryFacts{}; }

TimelineFacts Session::timeline() const { return history_ ? history_->timeline() : TimelineFacts{}; }

void Session::collect_history() {
  if (history_) attempt([this] { return history_->collect(), true; });
}

// ---- other sessions ----

void Session::set_follower(SessionFollower* follower) { running_->set_follower(follower); }

Status Session::take_over(const Session& other, std::string_view automaton, Backend backend) {
  Status status;
  const bool enough = attempt([&] {
    RunState next = in_automaton(other.state(), automaton);
    next.displaced = nullptr;
    status = running_->change_to(std::move(next), world_for(automaton, *other.running_), backend);
    return status.ok();
  });
  return enough ? status : Status::failure(tr(kNotEnoughMemory));
}

std::optional<std::string> Session::recover() {
  if (stepping()) return std::nullopt;
  running_->settled();
  if (const Status health = solver_facts().health(); !health) {
    bool carries_on = false;
    attempt([&] { return carries_on = running_->fall_back(); });
    if (!carries_on) return health.message();
    if (history_) attempt([this] { return history_->resume(), true; });
    return trf("{} Carrying on with {}.", health.message(), backend_name(backend()));
  }
  if (!running_->is_damaged()) return std::nullopt;
  if (restore()) return tr("Memory ran out during a step. The world was computed again.");
  bool at_start = false;
  if (!history_) attempt([&] { return at_start = perform(*running_, command::Reset{}).ok; });
  return at_start ? std::optional<std::string>(tr("Memory ran out during a step. The world is back at its start."))
                  : std::nullopt;
}

}  // namespace repose
