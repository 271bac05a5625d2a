#include "session/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/within_memory.hpp"
#include "session/command_results.hpp"
#include "session/edit_commands.hpp"
#include "session/edit_fault.hpp"
#include "session/history_titles.hpp"

namespace repose {

using commands::failed;

namespace {

constexpr std::size_t kInputBytesMax = 1u << 20;  // of a keyframe: repeating its inputs must not take long
constexpr std::size_t kEntryBytes = 256;          // approximate size of an entry of a stack without its keyframe
// Of the operations that the next Paint may continue: painting, pushing and pressing are different operations.
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
  if (!pending_) trim();  // a command that is not complete trims at its end
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
  give_up();
  set_deadline(patience_);
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
  if (pending_) result = proceed();
  is_step_ = is_step_ && (pending_ || !result.ok);
  return result;
}

void History::abandon_command() {
  pending_.reset();
  if (std::exchange(is_step_, false) && running_.facts().health())
    timeline_.give_up_steps(started_, started_at_newest_);
}

CommandResult History::step(std::uint64_t count) {
  while (count > 0) {
    begin_keyframe_if_due();
    std::uint64_t steps =
        limits_.keyframe_steps > 0 ? limits_.keyframe_steps : pace_.steps_until_due(timeline_.steps_since_keyframe());
    const bool past = timeline_.in_the_past();
    if (past) steps = std::min(steps, timeline_.steps_to_next());
    steps = std::min(steps, count);
    if (past) depart_for(steps);
    if (const Status status = running_.step(steps); !status) return failed(status.message());
    timeline_.advance(steps);
    count -= steps;
    if (CommandResult result = follow(count); !result.ok || pending_) return result;
    forget_rewind();
    if (past && count > 0 && late()) {
      pending_ = rest_of_step(count);
      return {};
    }
  }
  return {};
}

CommandResult History::paint(const command::Paint& c) {
  if (!c.continues || has_many_inputs()) prepare_operation();
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
  if (!c.continues || has_many_inputs()) prepare_operation();
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
  prepare_operation();
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
  prepare_operation();
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
  const Entry& entry = from.back();
  const HistoryPoint point = is_on_line(entry.on_line) ? timeline_.at(entry.on_line->position) : entry.point;
  return travel(point, false, [this, &from, &to, verb] { return undone(from, to, verb); });
}

CommandResult History::undone(Stack& from, Stack& to, const char* verb) {
  const Entry entry = from.back();
  const bool on_line = is_on_line(entry.on_line);
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
  position = std::clamp(position, timeline_.oldest(), timeline_.newest());
  if (position == timeline_.now()) return {};
  const HistoryPoint here = timeline_.here(), there = timeline_.at(position);
  const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
  const auto arrive = [this, position] { return sought(position); };
  if (!onward) return travel(there, true, arrive);
  prepare_departure(there.steps - here.steps, there.input_count - here.input_count);
  pending_ = Pending{HistoryWay(timeline_.here(), timeline_.at(position)), {}, arrive, {}, false};
  return {};
}

CommandResult History::sought(std::uint64_t position) {
  const HistoryPoint here = timeline_.here();
  const Entry::LinePosition left{timeline_.branch(), timeline_.now()};
  const bool leaves_present = !timeline_.in_the_past();
  if (leaves_present) push(undo_, {"Rewind", here, left, nullptr});
  timeline_.move_to(position);
  last_key_.clear();
  note_arrival();
  forget_rewind();
  trim();
  return {};
}

void History::collect() {
  running_.store().collect();
  if (is_counted_ || pending_ || running_.store().busy()) return;
  is_counted_ = true;
  trim();
}

// ---- steps in the background ----

bool History::must_follow(std::uint64_t count) const {
  return timeline_.in_the_past() && count >= timeline_.steps_to_next();
}

bool History::begin_steps(std::uint64_t count) {
  give_up();
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

RunState History::capture() {
  is_counted_ = false;
  return running_.capture();
}

void History::begin_segment(bool jump) {
  const auto start = std::chrono::steady_clock::now();
  RunState state = capture();
  if (jump) {
    auto keyframe = std::make_shared<Keyframe>(Keyframe{std::move(state), {}, 0});
    timeline_.begin_segment({std::move(keyframe), 0, 0}, true);
  } else {
    begin_keyframe(std::move(state));
  }
  pace_.taken(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void History::begin_keyframe(RunState state) {
  if (timeline_.in_the_past()) return timeline_.split(std::move(state));
  auto keyframe = std::make_shared<Keyframe>(Keyframe{std::move(state), {}, 0});
  timeline_.begin_segment({std::move(keyframe), 0, 0}, false);
}

bool History::is_keyframe_due() {
  pace_.look_at(running_.settled().stats());
  const std::uint64_t steps = timeline_.steps_since_keyframe();
  if (limits_.keyframe_steps > 0) return steps >= limits_.keyframe_steps;
  pace_.note_packing(running_.store().packing_seconds());
  const bool heavy = !timeline_.in_the_past() &&
                     has_many_inputs();  // before the newest position all keyframes are on the line already
  return (pace_.is_due(steps) || heavy) && !running_.store().busy();
}

bool History::has_many_inputs() const { return timeline_.last_keyframe().input_bytes > kInputBytesMax; }

void History::begin_keyframe_if_due() {
  if (!is_keyframe_due()) return;
  begin_segment(false);
  trim();
}

void History::prepare_operation() {
  if (running_.stepping() || timeline_.in_the_past() || limits_.keyframe_steps > 0 || running_.store().busy()) return;
  if (running_.is_damaged()) return;
  pace_.look_at(running_.settled().stats());
  if (has_many_inputs() || pace_.is_long_way(timeline_.steps_since_keyframe())) begin_segment(false);
}

}  // namespace repose
