#include "history_model.hpp"

#include <algorithm>
#include <utility>

#include "repose/rng.hpp"

namespace repose::test {

HistoryModel::HistoryModel(Session& session) : seed_(session.run_settings().seed) {
  std::string error;
  solver_ = session.registry().solver(session.automaton(), Backend::scalar)->create({}, error);
  REQUIRE(solver_);
  REQUIRE(solver_->load(session.ruleset()).ok());
  State state{session.download(), session.step_count(), {}, session.solver().state_planes()};
  for (const ParameterInfo& info : solver_->parameters())
    state.parameters.push_back(session.solver().parameter(info.name));
  line_.push_back(std::move(state));
}

void HistoryModel::set_up() {
  auto value = state().parameters.begin();
  for (const ParameterInfo& info : solver_->parameters()) solver_->set_parameter(info.name, *value++);
  REQUIRE(solver_->upload(state().world).ok());
}

HistoryModel::State HistoryModel::read() const {
  State state = line_[now_];
  solver_->download(state.world);
  state.planes = solver_->state_planes();
  state.parameters.clear();
  for (const ParameterInfo& info : solver_->parameters()) state.parameters.push_back(solver_->parameter(info.name));
  return state;
}

std::uint64_t HistoryModel::hash() const { return hash_world(state().world, state().planes); }

void HistoryModel::end_journey() {
  if (now_ == newest() && can_undo() && is_on_line(undo_.back().spot)) undo_.pop_back();
}

void HistoryModel::step(std::uint64_t count) {
  for (; count > 0; --count, ++now_) {
    if (now_ < newest()) continue;
    end_journey();
    set_up();
    solver_->step({state().step, 1, seed_, Bias::left});
    State next = read();
    ++next.step;
    line_.push_back(std::move(next));
  }
  end_journey();
}

void HistoryModel::cut() {
  if (now_ < newest()) ++line_number_;
  line_.resize(now_ + 1);
}

void HistoryModel::operate(State after, const std::string& key, bool continues) {
  cut();
  if (!continues || key_ != key) {
    undo_.push_back({state(), std::nullopt});
    redo_.clear();
  }
  key_ = key;
  line_[now_] = std::move(after);
}

void HistoryModel::paint(const Edit& edit, bool continues) {
  set_up();
  solver_->apply(edit);
  operate(read(), std::holds_alternative<PushEdit>(edit) ? "push" : "paint", continues);
}

void HistoryModel::set_parameter(const std::string& name, double value) {
  set_up();
  const double before = solver_->parameter(name);
  solver_->set_parameter(name, value);
  if (solver_->parameter(name) != before) operate(read(), name, true);
}

void HistoryModel::replace(World world, std::uint64_t step) {
  State after = state();
  after.world = std::move(world);
  after.step = step;
  operate(std::move(after), "", false);
  set_up();
  line_[now_] = read();  // planes that it lacks are derived
}

bool HistoryModel::travel(std::vector<Entry>& from, std::vector<Entry>& to) {
  if (from.empty()) return false;
  Entry entry = std::move(from.back());
  from.pop_back();
  if (is_on_line(entry.spot)) {
    to.push_back({state(), Spot{line_number_, now_}});
    now_ = entry.spot->position;
  } else {
    to.push_back({state(), std::nullopt});
    cut();
    line_[now_] = std::move(entry.state);
  }
  key_.clear();
  return true;
}

void HistoryModel::seek(std::uint64_t position) {
  if (position == now_) return;
  if (now_ == newest()) undo_.push_back({state(), Spot{line_number_, now_}});
  now_ = position;
  key_.clear();
  end_journey();
}

// ---- a person ----

namespace {

class Person {
 public:
  Person(Session& session, std::uint32_t salt, const std::vector<Backend>& backends)
      : session_(session), model_(session), salt_(salt), backends_(backends) {}

  void do_something() {
    const std::uint32_t what = any(100);
    if (what < 30) return step(1 + any(12));
    if (what < 55) return paint();
    if (what < 60) return set_parameter();
    if (what < 64) return replace_world();
    if (what < 67) return switch_backend();
    if (what < 77) return check_result(command::Undo{}, model_.undo());
    if (what < 84) return check_result(command::Redo{}, model_.redo());
    seek();
  }

  void compare() {
    REQUIRE(session_.step_count() == model_.state().step);
    const TimelineFacts line = session_.timeline();
    REQUIRE(line.now == model_.now());
    REQUIRE(line.newest == model_.newest());
    REQUIRE(line.oldest == 0);
    REQUIRE(session_.history().undo_title.empty() != model_.can_undo());
    REQUIRE(session_.history().redo_title.empty() != model_.can_redo());
    REQUIRE(session_.hash() == model_.hash());
  }

 private:
  std::uint32_t any(std::uint32_t below) { return mix32(salt_ * 0x9e3779b9u + 0x85ebca6bu * ++drawn_) % below; }
  int place(int side) { return static_cast<int>(any(static_cast<std::uint32_t>(side))); }

  void check_result(const Command& command, bool expected) {
    const CommandResult result = session_.execute(command);
    INFO(result.message);
    REQUIRE(result.ok == expected);
  }

  void step(std::uint64_t count) {
    const bool behind = any(3) == 0 && session_.begin_steps(count);
    if (!behind) check_result(command::Step{count}, true);
    model_.step(count);
  }

  std::uint8_t any_element() {
    return static_cast<std::uint8_t>(any(static_cast<std::uint32_t>(session_.ruleset().elements.size())));
  }

  Edit edit() {
    const int width = session_.width(), height = session_.height();
    const CellPoint at{place(width), place(height)}, to{place(width), place(height)};
    const std::uint8_t element = any_element();
    const PlaneSet planes = session_.solver().state_planes();
    const StrokeEdit stroke{at, to, 1 + place(9), any(2) == 0 ? BrushShape::round : BrushShape::square, element, {}};
    switch (any(6)) {
      case 5: {
        if (!session_.registry().automaton(session_.automaton())->no_push.empty()) return stroke;
        PushEdit push{at, to, stroke.size, stroke.shape, any(3) == 0, place(3) - 1, place(3) - 1};
        push.seed = any(1000);
        push.pass = any(1000);
        return push;
      }
      case 0: {
        RectEdit rectangle{at, {at.x + place(12), at.y + place(12)}, element, {}};
        if (any(2) == 0) rectangle.only_over = 0;
        return rectangle;
      }
      case 1: {
        std::vector<std::uint8_t> cells;
        for (int i = 0; i < 30; ++i) cells.push_back(any_element());
        return StampEdit{at, 6, 5, std::make_shared<const std::vector<std::uint8_t>>(std::move(cells)),
                         std::uint8_t{0}};
      }
      case 2:
        if (planes.has(Plane::height)) return amount_stroke(stroke, Plane::height, 3 * kHeightOne, width, height);
        if (planes.has(Plane::mass)) return amount_stroke(stroke, Plane::mass, kFullCell, width, height);
        [[fallthrough]];
      default: return stroke;
    }
  }

  void paint() {
    const Edit painted = edit();
    const bool continues = any(3) == 0;
    check_result(command::Paint{painted, continues}, true);
    model_.paint(painted, continues);
  }

  void set_parameter() {
    const auto list = session_.solver().parameters();
    if (list.empty()) return;
    const ParameterInfo& info = list[any(static_cast<std::uint32_t>(list.size()))];
    const double value = info.minimum + (info.maximum - info.minimum) * any(9) / 8;
    check_result(command::SetParameter{std::string(info.name), value}, true);
    model_.set_parameter(std::string(info.name), value);
  }

  void replace_world() {
    if (any(2) == 0) {
      check_result(command::Clear{}, true);
      return model_.replace(World(session_.width(), session_.height()), session_.step_count());
    }
    World world(16 + place(40), 16 + place(30));
    for (int i = 0; i < 200; ++i)
      world.cell(place(world.width()), place(world.height())) = static_cast<std::uint8_t>(i % 4);
    check_result(command::PutWorld{world}, true);
    model_.replace(std::move(world), 0);
  }

  void switch_backend() {
    const Backend backend = backends_[any(static_cast<std::uint32_t>(backends_.size()))];
    check_result(command::SwitchSolver{std::string(session_.automaton()), backend}, true);
  }

  void seek() {
    const std::uint64_t reach = any(2) == 0 ? 10 : model_.newest() + 1;
    const std::uint64_t oldest = model_.now() > reach ? model_.now() - reach : 0;
    const std::uint64_t position = std::min(oldest + any(static_cast<std::uint32_t>(2 * reach)), model_.newest());
    check_result(command::SeekTime{position}, true);
    model_.seek(position);
  }

  Session& session_;
  HistoryModel model_;
  std::uint32_t salt_, drawn_ = 0;
  std::vector<Backend> backends_;
};

}  // namespace

void play_at_random(Session& session, int count, std::uint32_t salt, const std::vector<Backend>& backends) {
  Person person(session, salt, backends);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    person.do_something();
    person.compare();
  }
}

}  // namespace repose::test
