#include "session/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "session/history_titles.hpp"

namespace repose {

namespace {

constexpr std::size_t kScriptBytesMax = 1u << 20;  // of a keyframe; doing it all again must not take long
constexpr std::size_t kEntryBytes = 256;           // about what an entry of a stack takes beside its keyframe
constexpr std::string_view kPaintKey = "paint";

// Whether an edit has any cell of a world of that size.
struct TouchesWorld {
  int width, height;

  bool operator()(const StrokeEdit& edit) const { return !rasterise(edit, width, height).empty(); }
  bool operator()(const RectEdit& edit) const { return !rasterise(edit, width, height).empty(); }
  bool operator()(const StampEdit& edit) const { return touches(edit.at, edit.width, edit.height); }
  bool operator()(const AmountEdit& edit) const { return touches(edit.at, edit.width, edit.height); }
  bool touches(CellPoint at, int columns, int rows) const {
    return at.x < width && at.y < height && std::int64_t{at.x} + columns > 0 && std::int64_t{at.y} + rows > 0;
  }
};

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

History::History(Session& session, const HistoryLimits& limits) : limits_(limits) { begin_segment(session, true); }

void History::set_limits(const HistoryLimits& limits) {
  limits_ = limits;
  trim();
}

HistoryFacts History::facts() const {
  const auto title = [](const Stack& stack) { return stack.empty() ? std::string() : stack.back().title; };
  return {title(undo_), title(redo_), bytes_, limits_.undo_bytes};
}

TimelineFacts History::timeline() const { return {timeline_.oldest(), timeline_.now(), timeline_.newest()}; }

// ---- commands ----

CommandResult History::execute(Session& session, const Command& command) {
  const Overloaded by_kind{
      [&](const command::Step& c) { return step(session, c.count); },
      [&](const command::Paint& c) { return paint(session, c); },
      [&](const command::Fill& c) { return session.perform(c); },  // comes back as a Paint
      [&](const command::SetParameter& c) { return set_parameter(session, c); },
      [&](const command::Undo&) { return travel(session, undo_, redo_, "Undone"); },
      [&](const command::Redo&) { return travel(session, redo_, undo_, "Done again"); },
      [&](const command::SeekTime& c) { return seek(session, c.position); },
      [&](const command::SaveReplay& c) { return save_replay(session, c); },
      [&](const command::LoadReplay& c) { return open_replay(session, c); },
      [&](const auto& c) { return changes_nothing(c) ? session.perform(c) : operate(session, c); },
  };
  return std::visit(by_kind, command);
}

CommandResult History::step(Session& session, std::uint64_t count) {
  while (count > 0) {
    begin_keyframe_if_due(session);
    std::uint64_t steps =
        limits_.keyframe_steps > 0 ? limits_.keyframe_steps : pace_.steps_until_due(timeline_.steps_since_keyframe());
    if (timeline_.in_the_past()) steps = std::min(steps, timeline_.steps_to_next());
    steps = std::min(steps, count);
    if (CommandResult result = session.perform(command::Step{steps}); !result.ok) return result;
    timeline_.advance(steps);
    if (const Status status = follow(session); !status) return failed(status.message());
    end_journey();
    count -= steps;
  }
  return {};
}

CommandResult History::paint(Session& session, const command::Paint& c) {
  if (!c.continues || is_script_heavy()) prepare_operation(session);
  const Place before = timeline_.here();
  CommandResult result = session.perform(c);
  if (!result.ok) return result;
  if (!c.continues) last_key_.clear();
  if (!std::visit(TouchesWorld{session.width(), session.height()}, c.edit)) return result;
  const bool continues = last_key_ == kPaintKey;
  add(c.edit);
  if (!continues) note(title_of(c, session.ruleset()), before, std::string(kPaintKey));
  return result;
}

CommandResult History::set_parameter(Session& session, const command::SetParameter& c) {
  prepare_operation(session);
  const double value_before = session.solver_->parameter(c.name);
  const Place before = timeline_.here();
  CommandResult result = session.perform(c);
  const double value = session.solver_->parameter(c.name);
  if (!result.ok || value == value_before) return result;
  add(SetParameterDeed{c.name, value});
  const std::string key = "parameter " + c.name, title = fmt::format("{} = {:g}", c.name, value);
  if (last_key_ == key && !undo_.empty()) {
    undo_.back().title = title;
  } else {
    note(title, before, key);
  }
  return result;
}

CommandResult History::operate(Session& session, const Command& command) {
  prepare_operation(session);
  const Place before = timeline_.here();
  const auto ruleset_before = session.ruleset_;
  const std::string automaton_before = session.automaton_;
  const ParameterValues parameters_before = session.last_parameters(session.automaton_);
  CommandResult result = session.perform(command);
  if (!result.ok) return result;
  const bool same_run = std::holds_alternative<command::SwitchSolver>(command) && session.ruleset_ == ruleset_before &&
                        session.automaton_ == automaton_before;
  // A backend may not take every value of a parameter.
  if (same_run && session.last_parameters(session.automaton_) == parameters_before) return result;
  begin_segment(session, true);
  if (!same_run) note(title_of(command, session), before, {});
  return result;
}

CommandResult History::travel(Session& session, Stack& from, Stack& to, const char* verb) {
  if (from.empty()) return failed(&from == &undo_ ? "There is nothing to undo." : "There is nothing to redo.");
  const Entry entry = from.back();
  const bool on_line = is_on_line(entry.spot);
  Entry back{entry.title, timeline_.here(), std::nullopt, entry.line};
  if (on_line) back.spot = {timeline_.line(), timeline_.now()};
  const Place place = on_line ? timeline_.at(entry.spot->position) : entry.place;
  if (const Status status = go_to(session, place); !status) return failed(status.message());
  if (entry.line) {
    std::swap(timeline_, *entry.line);
  } else if (on_line) {
    timeline_.move_to(entry.spot->position);
  } else {
    timeline_.begin_segment(place, true);
  }
  drop(from, true);
  push(to, std::move(back));
  last_key_.clear();
  trim();
  return {true, fmt::format("{}: {}", verb, entry.title), {}};
}

CommandResult History::seek(Session& session, std::uint64_t position) {
  position = std::clamp(position, timeline_.oldest(), timeline_.newest());
  if (position == timeline_.now()) return {};
  const Place here = timeline_.here(), there = timeline_.at(position);
  const Entry::Spot spot{timeline_.line(), timeline_.now()};
  const bool leaves_present = !timeline_.in_the_past();
  const bool onward = there.keyframe == here.keyframe && position > timeline_.now();
  const Status status = onward ? go_on(session, here, there) : look_at(session, there);
  if (!status) return failed(status.message());
  timeline_.move_to(position);
  if (leaves_present) push(undo_, {"Rewind", here, spot, nullptr});
  last_key_.clear();
  end_journey();
  trim();
  return {};
}

void History::collect() {
  store_.collect();
  if (is_counted_ || store_.busy()) return;
  is_counted_ = true;
  trim();
}

// ---- steps in the background ----

bool History::must_follow(std::uint64_t count) const {
  return timeline_.in_the_past() && count >= timeline_.steps_to_next();
}

void History::begun_steps(Session& session, std::uint64_t count, std::unique_ptr<WorldCapture> before) {
  if (before) {
    begin_keyframe(capture(session, std::move(before)));
    pace_.taken();
    trim();
  }
  timeline_.advance(count);
}

// ---- what is kept ----

void History::note(std::string title, const Place& before, std::string key) {
  while (!redo_.empty()) drop(redo_, true);
  stops_.clear();
  push(undo_, {std::move(title), before, std::nullopt, nullptr});
  last_key_ = std::move(key);
  trim();
}

void History::push(Stack& stack, Entry entry) {
  kept_.add(*entry.place.keyframe);
  stack.push_back(std::move(entry));
}

void History::drop(Stack& stack, bool newest) {
  kept_.remove(*(newest ? stack.back() : stack.front()).place.keyframe);
  newest ? stack.pop_back() : stack.pop_front();
}

bool History::is_on_line(const std::optional<Entry::Spot>& spot) const {
  return spot && spot->line == timeline_.line() && spot->position >= timeline_.oldest() &&
         spot->position <= timeline_.newest();
}

void History::end_journey() {
  if (timeline_.in_the_past()) return;
  stops_.clear();
  if (!undo_.empty() && is_on_line(undo_.back().spot)) drop(undo_, true);
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

void History::add(Deed deed) {
  const std::size_t bytes = timeline_.add(std::move(deed));
  kept_.add_script(timeline_.last_keyframe(), bytes);
}

// ---- keyframes ----

Moment History::capture(Session& session, std::unique_ptr<WorldCapture> arriving) {
  is_counted_ = false;
  return {.automaton = session.automaton_,
          .ruleset = session.ruleset_,
          .diagnostics = session.diagnostics_,
          .parameters = session.last_parameters(session.automaton_),
          .other_parameters = session.parameters_,
          .world = arriving ? store_.put(std::move(arriving)) : store_.put(session.download()),
          .origin = session.origin_,
          .scene = session.scene_,
          .step = session.step_,
          .origin_step = session.origin_step_,
          .seed = session.options_.seed,
          .first_bias = session.options_.first_bias,
          .displaced = session.displaced_};
}

void History::begin_segment(Session& session, bool jump) {
  const auto start = std::chrono::steady_clock::now();
  Moment moment = capture(session, session.solver_->begin_capture());
  jump ? begin_segment(std::move(moment), true) : begin_keyframe(std::move(moment));
  pace_.taken(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void History::begin_segment(Moment moment, bool jump) {
  auto keyframe = std::make_shared<Keyframe>(Keyframe{std::move(moment), {}, 0});
  timeline_.begin_segment({std::move(keyframe), 0, 0}, jump);
}

void History::begin_keyframe(Moment moment) {
  timeline_.in_the_past() ? timeline_.split(std::move(moment)) : begin_segment(std::move(moment), false);
}

bool History::is_keyframe_due(Session& session) {
  pace_.look_at(session.settled().stats());
  const std::uint64_t steps = timeline_.steps_since_keyframe();
  if (limits_.keyframe_steps > 0) return steps >= limits_.keyframe_steps;
  pace_.note_packing(store_.packing_seconds());
  const bool heavy = !timeline_.in_the_past() && is_script_heavy();  // what is to come lies on the line already
  return (pace_.is_due(steps) || heavy) && !store_.busy();
}

bool History::is_script_heavy() const { return timeline_.last_keyframe().script_bytes > kScriptBytesMax; }

void History::begin_keyframe_if_due(Session& session) {
  if (!is_keyframe_due(session)) return;
  begin_segment(session, false);
  trim();
}

void History::prepare_operation(Session& session) {
  if (session.stepping() || timeline_.in_the_past() || limits_.keyframe_steps > 0 || store_.busy()) return;
  pace_.look_at(session.settled().stats());
  if (is_script_heavy() || pace_.is_long_way(timeline_.steps_since_keyframe())) begin_segment(session, false);
}

}  // namespace repose
