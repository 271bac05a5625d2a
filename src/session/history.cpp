#include "session/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/within_memory.hpp"
#include "repose/replay.hpp"
#include "repose/scene.hpp"
#include "session/command_dispatch.hpp"
#include "session/edit_commands.hpp"
#include "session/replay_line.hpp"

namespace repose {

using commands::failed;

namespace {

constexpr std::size_t kInputBytesMax = 1u << 20;  // of a keyframe: repeating its inputs must not take long
constexpr std::size_t kEntryBytes = 256;          // approximate size of an entry of a stack without its keyframe
// Keys of the operations that the next Paint may continue: painting, pushing and pressing are different operations.
constexpr std::string_view kPaintKey = "paint", kPushKey = "push", kBodyKey = "body";

std::string_view key_of(const Edit& edit) {
  return std::holds_alternative<PushEdit>(edit)   ? kPushKey
         : std::holds_alternative<BodyEdit>(edit) ? kBodyKey
                                                  : kPaintKey;
}

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>  // clang 14 does not deduce it
Overloaded(Visitors...)->Overloaded<Visitors...>;

}  // namespace

History::History(RunningSolver& running, const CommandDispatch& commands, const HistoryLimits& limits)
    : running_(running), commands_(commands), limits_(limits) {
  running_.store().set_packing(true);
  begin_segment(true);
}

History::~History() { running_.store().set_packing(false); }

void History::set_limits(const HistoryLimits& limits) {
  limits_ = limits;
  trim();
}

HistoryFacts History::facts() const {
  const auto title = [](const Stack& stack) { return stack.empty() ? std::string() : stack.back().title; };
  return {title(undo_), title(redo_), bytes_, limits_.undo_bytes};
}

TimelineFacts History::timeline() const { return {timeline_.oldest(), timeline_.now(), timeline_.newest()}; }

// ---- entries of undo and redo ----

template <class Record>
void History::note(std::string title, const HistoryPoint& before, std::string key, const Record& record) {
  push_with(undo_, {std::move(title), before, std::nullopt, nullptr}, record);
  while (!redo_.empty()) drop(redo_, true);
  scrub_points_.clear();
  last_key_ = std::move(key);
  trim();
}

void History::push(Stack& stack, Entry entry) {
  const Keyframe& keyframe = *entry.point.keyframe;
  kept_.add(keyframe);
  try {
    stack.push_back(std::move(entry));
  } catch (...) {
    kept_.remove(keyframe);
    throw;
  }
}

// ---- commands ----

CommandResult History::execute(const Command& command) {
  is_step_ = std::holds_alternative<command::Step>(command);
  started_ = timeline_.now();
  started_at_newest_ = !timeline_.in_the_past();
  const Overloaded by_kind{
      [&](const command::Step& c) { return step(c.count); },
      [&](const command::Paint& c) { return paint(c); },
      [&](const command::Fill& c) {
        return commands::fill(running_, c, [this](const command::Paint& cells) { return paint(cells); });
      },
      [&](const command::Shake& c) { return shake(c); },
      [&](const command::SetParameter& c) { return set_parameter(c); },
      [&](const command::Undo&) { return undo_or_redo(undo_, redo_, "Undone"); },
      [&](const command::Redo&) { return undo_or_redo(redo_, undo_, "Done again"); },
      [&](const command::SeekTime& c) { return seek(c.position); },
      [&](const command::SaveReplay& c) { return save_replay(c); },
      [&](const command::LoadReplay& c) { return open_replay(c); },
      [&](const auto& c) { return changes_nothing(c) ? commands_.perform(c) : operate(c); },
  };
  CommandResult result = std::visit(by_kind, command);
  is_step_ = is_step_ && !result.ok;
  return result;
}

void History::abandon_command() {
  if (std::exchange(is_step_, false) && running_.facts().health())
    timeline_.give_up_steps(started_, started_at_newest_);
}

CommandResult History::step(std::uint64_t count) {
  while (count > 0) {
    begin_keyframe_if_due();
    std::uint64_t steps =
        limits_.keyframe_steps > 0 ? limits_.keyframe_steps : pace_.steps_until_due(timeline_.steps_since_keyframe());
    const std::uint64_t cells = timeline_.here().keyframe->cells;
    steps = std::min({steps, count, std::max<std::uint64_t>(1, kRepeatedCellsMax / 2 / (cells + kStepCells))});
    if (timeline_.in_the_past()) steps = std::min(steps, timeline_.steps_to_next());
    if (const Status status = running_.step(steps); !status) return failed(status.message());
    timeline_.advance(steps);
    count -= steps;
    if (const Status status = follow(); !status) return failed(status.message());
    forget_rewind();
  }
  return {};
}

CommandResult History::paint(const command::Paint& c) {
  if (!c.continues || has_many_inputs()) prepare_return();
  const HistoryPoint before = timeline_.here();
  CommandResult result = commands::paint(running_, c);
  if (!result.ok) return result;
  const std::string_view key = key_of(c.edit);
  const bool continues = c.continues && last_key_ == key;
  if (!touches_world(c.edit, running_.width(), running_.height())) {
    if (!c.continues) last_key_.clear();
    return result;
  }
  if (continues) {
    add(c.edit);
  } else {
    note(title_of(c, running_.ruleset()), before, std::string(key), [&] { add(c.edit); });
  }
  return result;
}

CommandResult History::shake(const command::Shake& c) {
  if (!c.continues || has_many_inputs()) prepare_return();
  const HistoryPoint before = timeline_.here();
  CommandResult result = commands::shake(running_, c);
  if (!result.ok) return result;
  const auto record = [&] {
    std::vector<Input> inputs;
    for (const PushEdit& push : commands::pushes_of(c)) inputs.emplace_back(Edit(push));
    add(std::move(inputs));
  };
  if (c.continues && last_key_ == kPushKey) {
    record();
  } else {
    note("Shake", before, std::string(kPushKey), record);
  }
  return result;
}

CommandResult History::set_parameter(const command::SetParameter& c) {
  prepare_return();
  const double value_before = running_.facts().parameter(c.name);
  const HistoryPoint before = timeline_.here();
  CommandResult result = commands_.perform(c);
  const double value = running_.facts().parameter(c.name);
  if (!result.ok || value == value_before) return result;
  std::string key = "parameter " + c.name,
              title = fmt::format("{} = {}", c.name, parameter_text(running_.facts(), c.name));
  const auto record = [&] { add(ParameterInput{c.name, value}); };
  if (last_key_ == key && !undo_.empty()) {
    record();
    undo_.back().title = std::move(title);
  } else {
    note(std::move(title), before, std::move(key), record);
  }
  return result;
}

CommandResult History::operate(const Command& command) {
  prepare_return();
  const HistoryPoint before = timeline_.here();
  const RunState state_before = running_.state();
  CommandResult result = commands_.perform(command);
  if (!result.ok) return result;
  const RunState& state = running_.state();
  const bool same_run = std::holds_alternative<command::SwitchSolver>(command) &&
                        state.rules.ruleset == state_before.rules.ruleset &&
                        state.run.automaton == state_before.run.automaton;
  // A backend may not accept every value of a parameter.
  if (same_run && state.run.parameters == state_before.run.parameters) return result;
  const auto record = [&] { begin_segment(true); };
  if (same_run) {
    record();
  } else {
    note(title_of(command, running_.ruleset()), before, {}, record);
  }
  return result;
}

CommandResult History::undo_or_redo(Stack& from, Stack& to, const char* verb) {
  if (from.empty()) return failed(&from == &undo_ ? "There is nothing to undo." : "There is nothing to redo.");
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

CommandResult History::seek(std::uint64_t position) {
  position = reachable(std::clamp(position, timeline_.oldest(), timeline_.newest()));
  if (position == timeline_.now()) return {};
  prepare_return();
  HistoryPoint here = timeline_.here();
  const HistoryPoint departure = here, there = timeline_.at(position);
  const Entry::LinePosition left{timeline_.branch(), timeline_.now()};
  const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
  if (const Status status = onward ? repeat(here, there) : go_to(there, true); !status) return failed(status.message());
  if (!timeline_.in_the_past()) push(undo_, {"Rewind", departure, left, nullptr});
  timeline_.move_to(position);
  last_key_.clear();
  forget_rewind();
  trim();
  return {};
}

void History::collect() {
  running_.store().collect();
  if (is_counted_ || running_.store().busy()) return;
  is_counted_ = true;
  trim();
}

// ---- steps in the background ----

bool History::must_follow(std::uint64_t count) const {
  return timeline_.in_the_past() && count >= timeline_.steps_to_next();
}

bool History::begin_steps(std::uint64_t count) {
  const bool takes_keyframe = is_keyframe_due();
  RunState before;
  if (!running_.begin_steps(count, takes_keyframe ? &before : nullptr)) return false;
  if (takes_keyframe && before.world) {
    is_counted_ = false;
    within_memory([&] { begin_keyframe(std::move(before)); });  // the steps have begun; without it, the next one is due
    pace_.taken();
    trim();
  }
  timeline_.advance(count);
  return true;
}

// ---- what is stored ----

void History::drop(Stack& stack, bool newest) {
  kept_.remove(*(newest ? stack.back() : stack.front()).point.keyframe);
  newest ? stack.pop_back() : stack.pop_front();
}

bool History::is_on_line(const std::optional<Entry::LinePosition>& position) const {
  return position && position->branch == timeline_.branch() && position->position >= timeline_.oldest() &&
         position->position <= timeline_.newest();
}

void History::forget_rewind() {
  if (timeline_.in_the_past()) return;
  scrub_points_.clear();
  if (!undo_.empty() && is_on_line(undo_.back().on_line)) drop(undo_, true);
}

void History::trim() {
  timeline_.trim(limits_.rewind_bytes, limits_.rewind_steps);
  const auto count = [this] {
    bytes_ = kept_.bytes() + kEntryBytes * (undo_.size() + redo_.size());
    for (const Stack* stack : {&undo_, &redo_}) {
      for (const Entry& entry : *stack) bytes_ += entry.line ? entry.line->bytes() : 0;
    }
  };
  for (count(); bytes_ > limits_.undo_bytes && !(undo_.empty() && redo_.empty()); count()) {
    drop(undo_.empty() ? redo_ : undo_, false);
  }
}

void History::add(Input input) {
  std::vector<Input> inputs;
  inputs.push_back(std::move(input));
  add(std::move(inputs));
}

void History::add(std::vector<Input> inputs) {
  const std::size_t bytes = timeline_.add(std::move(inputs));
  kept_.add_inputs(timeline_.last_keyframe(), bytes);
}

// ---- keyframes ----

std::shared_ptr<Keyframe> History::new_keyframe(RunState state) const {
  const std::uint64_t cells = std::uint64_t(running_.width()) * std::uint64_t(running_.height());
  return std::make_shared<Keyframe>(Keyframe{std::move(state), {}, cells});
}

RunState History::capture() {
  is_counted_ = false;
  return running_.capture();
}

void History::begin_segment(bool jump) {
  const auto start = std::chrono::steady_clock::now();
  RunState state = capture();
  if (jump) {
    auto keyframe = new_keyframe(std::move(state));
    timeline_.begin_segment({std::move(keyframe), 0, 0}, true);
  } else {
    begin_keyframe(std::move(state));
  }
  pace_.taken(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void History::begin_keyframe(RunState state) {
  if (timeline_.in_the_past()) return timeline_.split(std::move(state));
  auto keyframe = new_keyframe(std::move(state));
  timeline_.begin_segment({std::move(keyframe), 0, 0}, false);
}

bool History::is_keyframe_due() {
  pace_.look_at(running_.settled().stats());
  const std::uint64_t steps = timeline_.steps_since_keyframe();
  if (limits_.keyframe_steps > 0 && steps >= limits_.keyframe_steps) return true;
  if (running_.store().busy()) return false;
  if (!is_near_keyframe(timeline_.here(), 2)) return true;
  if (limits_.keyframe_steps > 0) return false;
  pace_.note_packing(running_.store().packing_seconds());
  const bool heavy = !timeline_.in_the_past() &&
                     has_many_inputs();  // before the newest position all keyframes are on the line already
  return pace_.is_due(steps) || heavy;
}

bool History::has_many_inputs() const {
  const Keyframe& last = timeline_.last_keyframe();
  return last.input_bytes > kInputBytesMax || last.input_cells > kRepeatedCellsMax / 2;
}

void History::begin_keyframe_if_due() {
  if (!is_keyframe_due()) return;
  begin_segment(false);
  trim();
}

void History::prepare_return() {
  if (running_.is_damaged()) return;
  if (!is_near_keyframe(timeline_.here(), 2)) return begin_segment(false);
  if (running_.stepping() || timeline_.in_the_past() || limits_.keyframe_steps > 0 || running_.store().busy()) return;
  pace_.look_at(running_.settled().stats());
  if (has_many_inputs() || pace_.is_long_way(timeline_.steps_since_keyframe())) begin_segment(false);
}

// ---- to a point ----

std::uint64_t History::cells_between(const HistoryPoint& from, const HistoryPoint& to) {
  const Keyframe& keyframe = *to.keyframe;
  std::uint64_t cells = (to.steps - from.steps) * (keyframe.cells + kStepCells);
  for (std::size_t i = from.input_count; i < to.input_count; ++i)
    cells += input_cells_of(keyframe.inputs[i], keyframe.cells);
  return cells;
}

bool History::is_near_keyframe(const HistoryPoint& point, std::uint64_t times) {
  return times * cells_between({point.keyframe, 0, 0}, point) <= kRepeatedCellsMax;
}

std::uint64_t History::reachable(std::uint64_t position) const {
  const HistoryPoint here = timeline_.here(), there = timeline_.at(position);
  if (is_near_keyframe(there)) return position;
  const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
  if (!onward) return timeline_.segment_at(position).begin;
  return cells_between(here, there) <= kRepeatedCellsMax ? position : timeline_.now();
}

HistoryPoint History::next_stop(const HistoryPoint& at, const HistoryPoint& to) const {
  constexpr double kShortSeconds = 0.01;
  const std::uint64_t left = to.steps - at.steps;
  if (left < 2 || pace_.seconds_of(left) <= kShortSeconds || running_.store().busy()) return to;
  HistoryPoint middle{to.keyframe, at.steps + (left + 1) / 2, at.input_count};
  const auto& inputs = to.keyframe->inputs;
  while (middle.input_count < to.input_count && inputs[middle.input_count].steps <= middle.steps) ++middle.input_count;
  return middle;
}

Status History::restore_before(const HistoryPoint& point, HistoryPoint& at) {
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

Status History::go_to(const HistoryPoint& point, bool scrubs) {
  HistoryPoint at;
  if (Status status = restore_before(point, at); !status) return status;
  while (true) {
    const HistoryPoint stop = scrubs ? next_stop(at, point) : point;
    if (Status status = repeat(at, stop); !status) return status;
    if (at.steps == point.steps && at.input_count == point.input_count) return {};
    scrub_points_.push_back({at, capture()});
  }
}

namespace {

void repeat_input(RunningSolver& running, const Input& input) {
  if (const auto* edit = std::get_if<Edit>(&input)) return running.apply(*edit);
  const auto& parameter = std::get<ParameterInput>(input);
  running.set_parameter(parameter.name, parameter.value);
}

}  // namespace

Status History::repeat(HistoryPoint& at, const HistoryPoint& to) {
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

Status History::follow() {
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

void History::resume() {
  if (!go_to(timeline_.here(), false)) begin_segment(true);
}

// ---- KeyframePace ----

void KeyframePace::taken(double seconds) {
  cost_seconds_ = seconds;
  taken();
}

void KeyframePace::look_at(const SolverStats& stats) {
  if (stats.steps < steps_seen_) steps_seen_ = 0, seconds_seen_ = 0;  // a world has been uploaded since
  if (stats.steps == steps_seen_) return;
  seconds_each_ = (stats.step_seconds - seconds_seen_) / static_cast<double>(stats.steps - steps_seen_);
  steps_seen_ = stats.steps;
  seconds_seen_ = stats.step_seconds;
}

bool KeyframePace::is_due(std::uint64_t steps) const {
  const double cost = cost_seconds_ + kShareOfPacking * packing_seconds_;
  return is_long_way(steps) && std::chrono::duration<double>(Clock::now() - taken_at_).count() * kShareOfTime >= cost;
}

std::uint64_t KeyframePace::steps_until_due(std::uint64_t steps) const {
  const double most = seconds_each_ > 0 ? std::min(kWaySeconds / seconds_each_, double{kStepsMax}) : double{kStepsMax};
  const auto whole = static_cast<std::uint64_t>(most);
  return whole > steps ? whole - steps : 1;
}

// Saves the time line as a replay, and opens replays.

using commands::failed;

namespace {

// How long this number of steps takes at the automaton's own pace: "12 s".
std::string duration(const Registry& registry, std::string_view automaton, std::uint64_t steps) {
  const double seconds = static_cast<double>(steps) / registry.automaton(automaton)->steps_per_second;
  return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
}

}  // namespace

CommandResult History::save_replay(const command::SaveReplay& c) {
  Timeline& line = timeline_;
  if (!line.in_the_past())
    line.checkpoints()[line.now()] = hash_world(running_.download(), running_.facts().state_planes());
  const std::uint64_t length = line.newest() - line.oldest();
  const auto replay = replay_of(line, line.newest() - std::min(c.steps.value_or(length), length));
  if (!replay) return failed("The world is too large for a replay.");
  const Status status = c.in_picture ? write_picture_with_replay(
                                           c.path, world_to_picture(running_.download(), running_.ruleset()), *replay)
                                     : write_replay(c.path, *replay);
  if (!status) return failed(status.message());
  const std::string lasts = duration(running_.factory().registry(), running_.automaton(), replay->steps());
  return {true, fmt::format("Saved {} with a replay of {}", c.path.filename().string(), lasts), {}};
}

Status History::check_rules(const Timeline& line) const {
  std::set<std::pair<std::string, const Ruleset*>> checked;
  for (const Timeline::Segment& segment : line.segments()) {
    const LoadedRules& rules = segment.keyframe->state.rules;
    const RunSettings& run = segment.keyframe->state.run;
    if (!checked.emplace(run.automaton, rules.ruleset.get()).second) continue;
    if (running_.factory().registry().automaton(run.automaton) == nullptr) {
      return Status::failure(fmt::format("It needs the automaton '{}', which is not known here.", run.automaton));
    }
    std::string error;
    const auto solver = running_.factory().make(run.automaton, Backend::scalar, error);
    if (!solver) return Status::failure(error);
    for (const auto& [name, value] : run.parameters) solver->set_parameter(name, value);
    if (Status status = solver->load(*rules.ruleset); !status) return status;
  }
  return {};
}

CommandResult History::open_replay(const command::LoadReplay& c) {
  const std::string name = c.path.filename().string();
  Replay replay;
  if (const Status status = read_replay(c.path, replay); !status) return failed(status.message());
  auto line = std::make_shared<Timeline>();
  Status status = line_of(replay, running_.store(), running_.state().other_parameters, *line);
  if (status) status = check_rules(*line);
  prepare_return();
  if (status) status = go_to(line->at(line->oldest()), false);
  if (!status) return failed(fmt::format("{} could not be opened. {}", name, status.message()));
  const std::uint64_t steps = line->newest() - line->oldest();
  const std::string lasts = duration(running_.factory().registry(), running_.automaton(), steps);
  CommandResult result{true, fmt::format("Plays {}: {}, {} steps", name, lasts, steps), {}};
  line->move_to(line->oldest());
  push_with(undo_, {title_of(c, running_.ruleset()), timeline_.here(), std::nullopt, line},
            [&] { std::swap(timeline_, *line); });
  while (!redo_.empty()) drop(redo_, true);
  last_key_.clear();
  trim();
  return result;
}

namespace {

std::string of_element(const Ruleset& ruleset, std::uint8_t element) {
  return element == 0 ? "Erase" : fmt::format("Paint {}", ruleset.elements[element].name);
}

struct TitleOf {
  const Ruleset& ruleset;

  std::string operator()(const command::LoadConfigFile&) const { return config("Load"); }
  std::string operator()(const command::LoadConfigText&) const { return config("Load"); }
  std::string operator()(const command::ReloadConfig&) const { return config("Reload"); }
  std::string operator()(const command::LoadPicture& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadHeightMap& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadWorld& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadReplay& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::NewWorld&) const { return "New world"; }
  std::string operator()(const command::ResizeWorld&) const { return "Resize"; }
  std::string operator()(const command::TurnWorld& c) const {
    return c.turn == command::Turn::half ? "Upside down" : c.turn == command::Turn::left ? "Turn left" : "Turn right";
  }
  std::string operator()(const command::LoadScene& c) const {
    return fmt::format("Scene {}", find_scene(c.name)->title);
  }
  std::string operator()(const command::PutWorld&) const { return "Load world"; }
  std::string operator()(const command::PasteClip&) const { return "Paste"; }
  std::string operator()(const command::EraseRect&) const { return "Erase"; }
  std::string operator()(const command::Clear&) const { return "Clear"; }
  std::string operator()(const command::Reset&) const { return "Reset"; }
  std::string operator()(const command::SwitchSolver& c) const { return fmt::format("Switch to {}", c.automaton); }
  std::string operator()(const auto&) const { return "Change"; }

  std::string config(const char* verb) const {
    const std::string& title = ruleset.title;
    return fmt::format("{} {}", verb, title.empty() ? "config" : title);
  }
};

}  // namespace

std::string title_of(const Command& command, const Ruleset& ruleset) { return std::visit(TitleOf{ruleset}, command); }

std::string title_of(const command::Paint& paint, const Ruleset& ruleset) {
  if (!paint.title.empty()) return paint.title;
  if (const auto* stroke = std::get_if<StrokeEdit>(&paint.edit)) return of_element(ruleset, stroke->element);
  if (const auto* rectangle = std::get_if<RectEdit>(&paint.edit)) return of_element(ruleset, rectangle->element);
  if (std::holds_alternative<PushEdit>(paint.edit)) return "Blow";
  if (std::holds_alternative<BodyEdit>(paint.edit)) return "Press";
  return std::holds_alternative<AmountEdit>(paint.edit) ? "Pour" : "Stamp";
}

}  // namespace repose
