// `repose-cli render`: a run as a film.

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/verbs.hpp"
#include "film/film.hpp"
#include "film/film_recorder.hpp"
#include "film/world_shot.hpp"

namespace repose::cli {

namespace {

constexpr double kScaleMin = 1.0 / 32, kScaleMax = 32;  // pixels a cell
constexpr double kPictureBytesMax = 1e9;

struct RenderPlan {
  std::optional<std::uint64_t> steps;  // empty: all of a replay
  std::optional<std::uint64_t> every;  // steps from one picture to the next; empty: as in the app
  double scale = 1;
  std::optional<bool> soft;      // empty: as the automaton's original
  std::optional<FilmSpec> film;  // its size is set once the world is known
};

RenderPlan make_plan(const RenderOptions& o) {
  RenderPlan plan;
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  if (!o.steps.empty()) plan.steps = whole_number("--steps", o.steps, 0, kNoLimit);
  if (!o.every.empty()) plan.every = whole_number("--every", o.every, 1, kNoLimit);
  plan.scale = real_number("--scale", o.scale);
  if (!(plan.scale >= kScaleMin && plan.scale <= kScaleMax))
    refuse("--scale: '{}' is not between 1/32 and 32", o.scale);
  if (o.soft && o.sharp) refuse("only one of --soft and --sharp can be given");
  if (o.soft || o.sharp) plan.soft = o.soft;
  const int films = !o.gif.empty() + !o.png_sequence.empty() + !o.video.empty();
  if (films > 1) refuse("only one of --gif, --png-sequence and --video can be given");
  if (films == 0 && o.png.empty()) refuse("an output is missing: --gif, --png-sequence, --video or --png");
  if (!o.gif.empty()) plan.film = {o.gif, FilmFormat::gif};
  if (!o.png_sequence.empty()) plan.film = {o.png_sequence, FilmFormat::png_sequence};
  if (!o.video.empty()) {
    const auto format = film_format_of(o.video);
    if (!format || *format == FilmFormat::gif) refuse("--video: '{}' ends in neither .mp4 nor .webm", o.video);
    plan.film = {o.video, *format};
  }
  if (plan.film) {
    const int most = plan.film->format == FilmFormat::gif ? kGifRateMax : kFilmRateMax;
    plan.film->frames_per_second = static_cast<int>(whole_number("--fps", o.fps, 1, static_cast<std::uint64_t>(most)));
  }
  return plan;
}

// Steps per picture at the app's speed.
std::uint64_t own_pace(const Session& session, int frames_per_second) {
  const AutomatonDefinition* automaton = session.registry().automaton(session.automaton());
  return static_cast<std::uint64_t>(std::max(1L, std::lround(automaton->steps_per_second / frames_per_second)));
}

// Takes pictures of the session's world with the rules that run; the same on every backend.
class Camera {
 public:
  Camera(const Session& session, double scale, std::optional<bool> soft)
      : session_(session),
        size_(film_picture_size(session.width(), session.height(), scale)),
        scale_(scale),
        soft_(soft) {}

  PictureSize size() const { return size_; }

  Picture take() const {
    FilmLooks looks{make_palette(session_.ruleset()), {}, scale_};
    looks.looks.blur = soft_.value_or(session_.registry().automaton(session_.automaton())->soft_picture);
    const CellView view = session_.view();
    if (view.memory() != nullptr) return fitted(view, looks);
    WorldStage stage(session_.registry(), std::string(session_.automaton()),
                     std::make_shared<const Ruleset>(session_.ruleset()));
    must(stage.show(session_.download()));
    return fitted(stage.view(), looks);
  }

 private:
  // A replay may contain worlds of different sizes.
  Picture fitted(const CellView& view, const FilmLooks& looks) const {
    return centred(paint_film_picture(view, session_.step_count(), looks), size_.width, size_.height);
  }

  const Session& session_;
  PictureSize size_;
  double scale_;
  std::optional<bool> soft_;
};

// For the film: it also fails when a signal has come while it waits for ffmpeg.
void must_film(const Status& status) {
  if (!status) check_stop("while the film was written");
  must(status);
}

// A replay contains its start, so only threads and backend may be chosen.
void refuse_start_options(const StartOptions& start, const std::string& replay) {
  const std::pair<std::string_view, bool> given[] = {
      {"--config", !start.config.empty()},     {"--automaton", !start.automaton.empty()},
      {"--seed", !start.seed.empty()},         {"--first-bias", !start.first_bias.empty()},
      {"--param", !start.params.empty()},      {"--cells-in", !start.cells_in.empty()},
      {"--image", !start.image.empty()},       {"--scene", !start.scene.empty()},
      {"--world-in", !start.world_in.empty()}, {"--size", !start.size.empty()},
      {"--plane-in", !start.plane_in.empty()}, {"--fill", !start.fills.empty()},
      {"--flood", !start.floods.empty()},      {"--paste", !start.pastes.empty()},
      {"--body", !start.bodies.empty()},       {"--sign", !start.signs.empty()},
  };
  for (const auto& [option, is_given] : given) {
    if (is_given) refuse("{}: {} is a replay, which has its own start", option, replay);
  }
}

// Puts the session into the start state of the film. Returns how many steps the film shows.
std::uint64_t begin(Session& session, const RenderOptions& options, const RenderPlan& plan) {
  StartOptions start = options.start;
  if (!options.file.empty()) {
    need_file("FILE", options.file);
    if (!start.world_in.empty()) refuse("only one of FILE and --world-in can be given");
    start.world_in = options.file;
  }
  if (options.file.empty() || !holds_replay(options.file)) {
    if (!plan.steps) refuse("--steps is required: how many steps the film shows");
    prepare_run(session, start);
    return *plan.steps;
  }
  refuse_start_options(options.start, options.file);
  if (!options.plane_add.empty()) refuse("--plane-add: {} is a replay, which has its own inputs", options.file);
  must(session.execute(command::SwitchSolver{std::string(session.automaton()),
                                             chosen_backend(start.backend, session.registry(), session.automaton())}));
  must(session.execute(command::LoadReplay{options.file}));
  const TimelineFacts line = session.timeline();
  return std::min(plan.steps.value_or(line.newest - line.now), line.newest - line.now);
}

}  // namespace

int run_verb(const RenderOptions& options) {
  RenderPlan plan = make_plan(options);
  const StartOptions& start = options.start;
  const Backends backends(asks_for_gpu(start.backend), start.gl_device);
  Session session = new_session(backends.registry(), start);
  const std::uint64_t steps = begin(session, options, plan);
  Stepper stepper(session, steps);
  // A replay has its own step counter, which may go back: additions belong to runs.
  std::optional<Additions> additions;
  if (!options.plane_add.empty()) additions.emplace(session, options.plane_add, options.add_every);
  const auto take_steps = [&](std::uint64_t count) {
    additions ? additions->advance(session, stepper, session.step_count() + count) : stepper.take(count);
  };
  const Camera camera(session, plan.scale, plan.soft);
  const auto [width, height] = camera.size();
  if (3.0 * width * height > kPictureBytesMax) refuse("--scale: pictures of {}x{} pixels are too large", width, height);

  if (!plan.film) {
    take_steps(steps);
  } else {
    plan.film->width = width;
    plan.film->height = height;
    plan.film->given_up = StopSignals::asked;
    Status status;
    const std::unique_ptr<Film> film = begin_film(*plan.film, status);
    must(status);
    const std::uint64_t every = plan.every.value_or(own_pace(session, plan.film->frames_per_second));
    // A picture of the start, one after every `every` steps, and one of the end.
    must_film(film->add(camera.take()));
    for (std::uint64_t left = steps; left > 0;) {
      const std::uint64_t count = std::min(every, left);
      take_steps(count);
      left -= count;
      must_film(film->add(camera.take()));
    }
    must_film(film->finish());
  }
  if (!options.png.empty()) must(write_png(options.png, camera.take()));
  return kExitFine;
}

}  // namespace repose::cli
