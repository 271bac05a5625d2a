#include "app/desk/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "core/language.hpp"

namespace repose {

Simulation::Simulation(Desk& desk, const SessionOptions& options, Backend backend)
    : desk_(desk), session_(desk.registry, default_rules(), options), chosen_backend_(backend) {}

void Simulation::tick() {
  session_.collect_history();
  if (const auto trouble = session_.recover()) {
    forget_views();
    desk_.messages.say(*trouble, Tone::warning);
  }
  // A scene in another shape of the canvas.
  constexpr double kSettled = 0.4;        // seconds after the last change of the window
  constexpr std::uint64_t kYoung = 1200;  // steps
  if (window_changed_at_ == 0 || desk_.loop.now() < window_changed_at_ + kSettled) return;
  window_changed_at_ = 0;
  const Scene* const scene = find_scene(session_.scene());
  if (!untouched_ || scene == nullptr || !scene->any_shape || session_.step_count() > kYoung) return;
  const auto extent = extent_for_canvas(scene->width * scene->height);
  if (!extent || (extent->width == session_.width() && extent->height == session_.height())) return;
  const Brush brush = desk_.paint_box.brush();
  load_scene(std::string(scene->name), scene_seed_);
  desk_.paint_box.brush() = brush;
}

// ---- pace ----

void Simulation::toggle_playing() {
  set_playing(!playing_);
  desk_.messages.say(playing_ ? std::string(tr("Playing."))
                     : is_narrow()
                         ? std::string(tr("Paused."))
                         : trf("Paused. {} plays on; one step: {}.", desk_.actions.way_at_start(action::play_pause),
                               desk_.actions.way_to(action::step)));
}

void Simulation::choose_speed(Speed speed) {
  speed_ = speed;
  desk_.messages.say(speed.unlimited()
                         ? std::string(tr("As fast as possible."))
                         : trf("Speed {}: {:.3g} steps per second.", speed.text(), steps_per_second(speed)));
}

double Simulation::steps_per_second(Speed speed) const {
  if (speed.unlimited()) return Pacer::kUnlimited;
  double pace = definition().steps_per_second;
  const Solver& solver = session_.solver_facts();
  // With more steps per frame the automaton's pace grows, so that the number of its frames per second stays the same.
  if (const ParameterInfo* steps = find_parameter(solver, ParameterInfo::Role::steps_per_frame))
    pace *= solver.parameter(steps->name) / steps->default_value;
  return pace * speed.factor();
}

// ---- commands ----

void Simulation::forget_views() {
  desk_.picture.forget();
  desk_.loop.owe(3);
}

void Simulation::command_done(const Command& command) {
  desk_.view.turn.stop();  // the picture of a turn does not show what happens after it
  untouched_ = false;
  desk_.files.worlds.note(command);
  desk_.sound.command_done(command);
  if (const auto* load = std::get_if<command::LoadScene>(&command)) desk_.paint_box.play_with(find_scene(load->name));
}

void Simulation::rules_replaced(const Ruleset* before) {
  desk_.paint_box.adopt_rules(before);
  desk_.view.world_views.refresh_palette();
  desk_.sound.rules_replaced();
}

CommandResult Simulation::execute(const Command& command, bool adapts) {
  const std::optional<Shown> before = adapts ? std::optional(shown()) : std::nullopt;
  forget_views();
  CommandResult result = session_.execute(command);
  if (result.ok && before) adopt_what_runs(*before);
  if (result.ok) command_done(command);
  desk_.messages.say(result.message, result.ok ? Tone::plain : Tone::error);
  return result;
}

CommandResult Simulation::load_config(const Command& command) {
  forget_views();
  const Ruleset before = session_.ruleset();
  CommandResult result = session_.execute(command);
  if (!result.ok) return result;
  command_done(command);
  desk_.messages.say(result.message, result.diagnostics.empty() ? Tone::good : Tone::warning);
  rules_replaced(&before);
  follow_automaton();
  return result;
}

void Simulation::paint(const Edit& edit, bool continues, const std::string& title) {
  for (Edit& image : with_images(edit, desk_.paint_box.mirror())) {
    const command::Paint paint{std::move(image), continues, title};
    const CommandResult result = session_.execute(paint);
    if (result.ok) command_done(paint);
    if (!result.ok && !(desk_.messages.visible() && desk_.messages.last().text == result.message))
      desk_.messages.say(result.message, Tone::warning);
    continues = true;
  }
}

void Simulation::switch_solver(std::string_view automaton, Backend backend) {
  const Shown before = shown();
  if (!execute(command::SwitchSolver{std::string(automaton), backend, true}).ok) return;
  chosen_backend_ = backend;
  adopt_what_runs(before);
}

Backend Simulation::backend_for(std::string_view automaton) const {
  for (const Backend backend : {chosen_backend_, Backend::cpu}) {
    const SolverEntry* const entry = desk_.registry.solver(automaton, backend);
    if (entry != nullptr && entry->available()) return backend;
  }
  return Backend::scalar;
}

// Where the camera shows a cell as a whole number of pixels, the size leaves no margin.
std::optional<WorldExtent> Simulation::extent_for_canvas(int cell_count) const {
  constexpr float kFlattest = 3.0f, kTallest = 0.6f, kWholeFrom = 2.0f, kNearlyWhole = 0.85f;
  if (canvas_width_ <= 0 || canvas_height_ <= 0) return std::nullopt;
  const float shape = canvas_width_ / canvas_height_, ratio = std::clamp(shape, kTallest, kFlattest);
  const auto cells = static_cast<float>(cell_count);
  float width = std::sqrt(cells * ratio), height = std::sqrt(cells / ratio);
  const float zoom = canvas_width_ / width, less = std::floor(zoom), more = std::ceil(zoom);
  if (ratio == shape && (zoom >= kWholeFrom || less >= kNearlyWhole * zoom)) {
    const float whole = zoom * zoom < less * more ? less : more;
    width = std::floor(canvas_width_ / whole);
    height = std::floor(canvas_height_ / whole);
  }
  return WorldExtent{static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))};
}

void Simulation::window_changed() { window_changed_at_ = desk_.loop.now(); }

bool Simulation::load_scene(const std::string& name, std::optional<std::uint64_t> seed) {
  command::LoadScene load{name, {}, {}, seed, true};
  const Scene* const scene = find_scene(name);
  if (scene != nullptr && scene->any_shape) {
    if (const auto extent = extent_for_canvas(scene->width * scene->height)) {
      load.width = extent->width;
      load.height = extent->height;
    }
  }
  if (!travel(load).ok) return false;
  if (paused_by_seek_ || waits_) set_playing(true);
  untouched_ = true;
  scene_seed_ = seed;
  desk_.view.canvas.fit();
  return true;
}

void Simulation::follow_automaton() {
  const std::string automaton(session_.automaton());
  if (automaton == followed_automaton_) return;
  followed_automaton_ = automaton;
  const SolverEntry* entry = desk_.registry.solver(automaton, chosen_backend_);
  if (entry == nullptr || !entry->available() || session_.backend() == chosen_backend_) return;
  session_.execute(command::SwitchSolver{automaton, chosen_backend_});  // on failure the backend stays as it is
}

Simulation::Shown Simulation::shown() const {
  return {session_.ruleset(), session_.width(), session_.height(), knows(Plane::height)};
}

void Simulation::adopt_what_runs(const Shown& before) {
  const Ruleset& rules = session_.ruleset();
  if (session_.width() != before.width || session_.height() != before.height) desk_.view.canvas.fit();
  const bool other_rules = rules.text != before.ruleset.text || rules.title != before.ruleset.title;
  if (other_rules) rules_replaced(knows(Plane::height) == before.heights ? &before.ruleset : nullptr);
  follow_automaton();
}

// ---- the time line ----

bool Simulation::can_step_back() const {
  const TimelineFacts line = session_.timeline();
  return line.now > line.oldest;
}

bool Simulation::in_the_past() const {
  const TimelineFacts line = session_.timeline();
  return line.now < line.newest;
}

double Simulation::seconds_ago(std::uint64_t position) const {
  const std::uint64_t newest = session_.timeline().newest;
  return position < newest ? static_cast<double>(newest - position) / steps_per_second(Speed()) : 0;
}

void Simulation::seek(std::uint64_t position) {
  paused_by_seek_ = paused_by_seek_ || playing_;
  playing_ = false;
  if (position == session_.timeline().now) return;
  if (!travel(command::SeekTime{position}).ok) return;
  const double ago = seconds_ago(session_.timeline().now);
  desk_.messages.say(ago > 0 ? trf("{:.2f} s back in time. {} plays on from here; painting changes what follows.", ago,
                                   desk_.actions.way_at_start(action::play_pause))
                             : std::string(tr("Back in the present.")));
}

void Simulation::go_back(std::uint64_t steps) {
  const TimelineFacts line = session_.timeline();
  seek(line.now - std::min(steps, line.now - line.oldest));
}

void Simulation::step_once() {
  set_playing(false);
  step(1);
  desk_.messages.say(trf("Step {}.", session_.step_count()));
}

void Simulation::step(std::uint64_t count) {
  in_the_past() ? travel(command::Step{count}) : session_.execute(command::Step{count});
}

bool Simulation::begin_steps(const std::function<bool()>& begin) {
  if (!in_the_past()) return begin();
  const Shown before = shown();
  const bool begun = begin();
  adopt_what_runs(before);
  return begun;
}

constexpr int kParts = 14, kPassesPerPart = 4;  // a quarter of a second; what is loose moves some cells
static_assert(kParts * kPassesPerPart <= command::kShakePassesMax);
constexpr double kTrembleSeconds = 0.3;
constexpr float kTremblePoints = 4;

void Shaker::shake(Desk& desk) {
  const bool goes_on = parts_left_ > 0;
  if (!goes_on) {
    ++shakes_;
    pass_ = 0;
    desk.simulation.playing() ? push(desk, kPassesPerPart, false) : push(desk, kParts * kPassesPerPart, false);
  }
  parts_left_ = desk.simulation.playing() ? kParts - 1 : 0;
  if (desk.settings.view.animates()) trembles_ = kTrembleSeconds;
}

void Shaker::push(Desk& desk, int passes, bool continues) {
  command::Shake shake{passes, static_cast<std::uint32_t>(desk.session().run_settings().seed) + shakes_, pass_};
  shake.continues = continues;
  if (!desk.simulation.execute(shake).ok) parts_left_ = 0;
  title_ = desk.session().history().undo_title;
  pass_ += static_cast<std::uint32_t>(passes);
}

void Shaker::tick(Desk& desk, double seconds) {
  trembles_ = std::max(0.0, trembles_ - seconds);
  if (parts_left_ == 0) return;
  --parts_left_;
  if (title_.empty() || desk.session().history().undo_title != title_) {
    parts_left_ = 0;
    return;
  }
  push(desk, kPassesPerPart, true);
}

ImVec2 Shaker::offset() const {
  const auto left = static_cast<float>(trembles_ / kTrembleSeconds);
  const auto angle = static_cast<float>(trembles_ * 2 * 3.14159265 * 11);  // eleven times a second
  return {kTremblePoints * left * std::sin(angle), kTremblePoints * 0.4f * left * std::sin(1.7f * angle)};
}

std::string backend_title(Backend backend) {
  switch (backend) {
    case Backend::scalar: return tr("CPU, reference");
    case Backend::cpu: return tr("CPU");
    case Backend::gpu: break;
  }
  return tr("GPU");
}

std::string why_no_plane(const Session& session, Plane plane) {
  if (session.solver_facts().state_planes().has(plane)) return "";
  const std::string_view automaton = session.automaton();
  switch (plane) {
    case Plane::energy: return trf("{} has no heat.", automaton);
    case Plane::mass: return trf("{} has no pressure.", automaton);
    case Plane::height: return trf("{} has no heights.", automaton);
    case Plane::air: return trf("{} has no air.", automaton);
    default: return trf("{} has no {}.", automaton, plane_info(plane).name);
  }
}

}  // namespace repose
