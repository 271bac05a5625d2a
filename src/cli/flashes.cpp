// `repose-cli flashes`: measures how often the picture of a world flashes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "cli/verbs.hpp"
#include "film/flashes.hpp"
#include "film/world_shot.hpp"
#include "render/painter.hpp"
#include "repose/rng.hpp"
#include "repose/scene.hpp"

#ifdef REPOSE_HAVE_GL
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "render/world_view.hpp"
#endif

namespace repose::cli {

namespace {

constexpr int kPicturesPerSecond = 60;  // as in the app
constexpr std::array kZooms = {1, 3};   // pixels a cell
constexpr double kFilmSecondsMax = 3600;

enum class Events : std::uint8_t { none, blasts, fireworks, storm };
constexpr std::array<std::string_view, 4> kEventWords = {"none", "blasts", "fireworks", "storm"};

// What happens in a part of the run: a list of one, or of all, each for an equal time.
std::vector<Events> asked_events(const std::string& word) {
  if (word == "all") return {Events::none, Events::blasts, Events::fireworks, Events::storm};
  const auto found = std::ranges::find(kEventWords, word);
  if (found == kEventWords.end()) refuse("--events: '{}' is not all, {}", word, fmt::join(kEventWords, ", "));
  return {static_cast<Events>(found - kEventWords.begin())};
}

// The cells that the screen shows at that zoom: the middle of the world.
Area cells_on_screen(int width, int height, int zoom) {
  const auto middle = [](int cells, int shown) {
    const int begin = std::max(0, (cells - shown) / 2);
    return Range{begin, std::min(cells, begin + shown)};
  };
  return {middle(width, kFlashScreenWidth / zoom), middle(height, kFlashScreenHeight / zoom)};
}

// Does what a person may do, at random places of the middle of the world. Worlds without these elements stay as they
// are.
class Player {
 public:
  explicit Player(Session& session)
      : session_(session), area_(cells_on_screen(session.width(), session.height(), kZooms.back())) {}

  // Before picture number `picture` of a part of the run that has so many pictures.
  void act(Events events, std::uint64_t picture, std::uint64_t pictures) {
    const auto is_time = [&](std::uint64_t times) {
      return times * (picture + 1) / pictures != times * picture / pictures;
    };
    const std::uint64_t seconds = std::max<std::uint64_t>(1, pictures / kPicturesPerSecond);
    switch (events) {
      case Events::none: return;
      case Events::blasts:
        if (!is_time(kVolleys * seconds)) return;
        for (std::uint64_t i = 0; i < kBlasts / (kVolleys * seconds); ++i) paint("blast", place(), {}, 1, false);
        return;
      case Events::fireworks:
        if (!is_time(10 * seconds)) return;
        paint("rocket", place(), {}, 1, true);
        return;
      case Events::storm:
        for (int drops = 0; drops < 8; ++drops) {
          CellPoint drop = place();
          drop.y = area_.y.begin;
          paint("water", drop, {}, 1, true);
        }
        if (!is_time(kVolleys * seconds)) return;
        CellPoint foot = place();
        paint("spark", {foot.x, area_.y.begin}, foot, 3, true);
        return;
    }
  }

 private:
  static constexpr std::uint64_t kBlasts = 200;  // in all
  static constexpr std::uint64_t kVolleys = 5;   // in a second: more than may flash

  std::uint32_t next(std::size_t count) {
    return below(random_u32(1, drawn_++, 0, 0, 0), static_cast<std::uint32_t>(count));
  }
  CellPoint place() {
    const int x = area_.x.begin + static_cast<int>(next(static_cast<std::size_t>(area_.x.size())));
    return {x, area_.y.begin + static_cast<int>(next(static_cast<std::size_t>(area_.y.size())))};
  }
  void paint(std::string_view name, CellPoint from, std::optional<CellPoint> to, int size, bool in_air) {
    const auto& elements = session_.ruleset().elements;
    const auto found = std::ranges::find(elements, name, &Element::name);
    if (found == elements.end()) return;
    StrokeEdit stroke{
        from, to.value_or(from), size, BrushShape::round, static_cast<std::uint8_t>(found - elements.begin()), {}};
    if (in_air) stroke.only_over = 0;
    session_.execute(command::Paint{stroke});
  }

  Session& session_;
  Area area_;
  std::uint32_t drawn_ = 0;
};

// Paints the cells on the screen at one pixel a cell, as 0xRRGGBB.
class Painter {
 public:
  Painter(const Session& session, bool with_gl) : area_(cells_on_screen(session.width(), session.height(), 1)) {
    palette_ = make_palette(session.ruleset());
    looks_.blur = session.registry().automaton(session.automaton())->soft_picture;
    camera_.set_viewport({0, 0, area_.x.size(), area_.y.size()});
    camera_.centre_on({(area_.x.begin + area_.x.end) / 2.0, (area_.y.begin + area_.y.end) / 2.0});
    pixels_.resize(static_cast<std::size_t>(area_.x.size()) * static_cast<std::size_t>(area_.y.size()));
    if (with_gl) begin_gl();
  }

  const Area& area() const { return area_; }

  const std::vector<std::uint32_t>& paint(const CellView& view) {
#ifdef REPOSE_HAVE_GL
    if (gl_) return paint_gl(view);
#endif
    paint_world(view, palette_, camera_, looks_, palette_[0].color, pixels_.data(),
                static_cast<std::size_t>(area_.x.size()));
    return pixels_;
  }

 private:
#ifdef REPOSE_HAVE_GL
  void begin_gl() {
    std::string error;
    gl_ = WorldView::create(error);
    must(gl_ != nullptr, error, "--gl");
    gl_->set_palette(palette_);
    canvas_.emplace(kTexelRgba8, area_.x.size(), area_.y.size(), "screen");
  }
  const std::vector<std::uint32_t>& paint_gl(const CellView& view) {
    const int width = area_.x.size(), height = area_.y.size();
    canvas_->framebuffer.bind();
    gl_->draw(view, camera_, looks_, palette_[0].color, height);
    canvas_->framebuffer.bind();
    rgba_.resize(pixels_.size() * 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba_.data());
    for (int y = 0; y < height; ++y) {  // GL's rows go from bottom to top
      const std::uint8_t* from = &rgba_[static_cast<std::size_t>(height - 1 - y) * static_cast<std::size_t>(width) * 4];
      std::uint32_t* to = &pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width)];
      for (int x = 0; x < width; ++x, from += 4)
        *to++ = static_cast<std::uint32_t>(from[0]) << 16 | static_cast<std::uint32_t>(from[1]) << 8 | from[2];
    }
    return pixels_;
  }

  std::unique_ptr<WorldView> gl_;
  std::optional<Canvas> canvas_;
  std::vector<std::uint8_t> rgba_;
#else
  void begin_gl() { refuse("--gl: this repose-cli was built without OpenGL"); }
#endif

  Area area_;
  Palette palette_;
  Looks looks_;
  Camera camera_;
  std::vector<std::uint32_t> pixels_;
};

// What the screen shows of the world at a zoom.
struct Measured {
  int zoom;
  Area part;  // of the painted picture
  FlashMeter meter;
  std::vector<std::uint32_t> pixels;
};

struct FlashPlan {
  std::vector<Events> events;
  std::vector<int> zooms;
  double seconds = 20;
  bool with_gl = false;
};

std::vector<Measured> measure_flashes(Session& session, const FlashPlan& plan) {
  Painter painter(session, plan.with_gl);
  std::vector<Measured> all;
  for (const int zoom : plan.zooms) {
    const Area part = cells_on_screen(painter.area().x.size(), painter.area().y.size(), zoom);
    all.push_back({zoom, part, FlashMeter(part.x.size(), part.y.size(), zoom, kPicturesPerSecond), {}});
  }
  Player player(session);
  std::optional<WorldStage> stage;
  const double pace = session.registry().automaton(session.automaton())->steps_per_second;
  const auto pictures = static_cast<std::uint64_t>(std::ceil(plan.seconds * kPicturesPerSecond));
  const std::uint64_t in_part = std::max<std::uint64_t>(1, pictures / plan.events.size());
  double steps_owed = 0;
  for (std::uint64_t picture = 0; picture < pictures; ++picture) {
    check_stop(fmt::format("after {} pictures", picture));
    const std::size_t now =
        static_cast<std::size_t>(std::min<std::uint64_t>(picture / in_part, plan.events.size() - 1));
    player.act(plan.events[now], picture % in_part, in_part);
    steps_owed += pace / kPicturesPerSecond;
    const auto steps = static_cast<std::uint64_t>(steps_owed);
    if (steps > 0) must(session.execute(command::Step{steps}));
    steps_owed -= static_cast<double>(steps);
    CellView view = session.view();
    if (view.memory() == nullptr && !plan.with_gl) {
      if (!stage)
        stage.emplace(session.registry(), std::string(session.automaton()),
                      std::make_shared<const Ruleset>(session.ruleset()));
      must(stage->show(session.download()));
      view = stage->view();
    }
    const std::vector<std::uint32_t>& painted = painter.paint(view);
    for (Measured& m : all) {
      m.pixels.clear();
      for (int y = m.part.y.begin; y < m.part.y.end; ++y) {
        const auto row = painted.begin() + static_cast<std::ptrdiff_t>(y) * painter.area().x.size();
        m.pixels.insert(m.pixels.end(), row + m.part.x.begin, row + m.part.x.end);
      }
      m.meter.add(m.pixels);
    }
  }
  return all;
}

Json json_of(const WorstFlashes& worst, const Measured& m) {
  return {{"flashes", worst.flashes},
          {"at_s", worst.seconds},
          {"x", worst.x + m.part.x.begin},
          {"y", worst.y + m.part.y.begin},
          {"largest_change_pixels", worst.largest_change}};
}

// "4 (130 %) at 2.1 s, 40,80": how many in a second; the largest change, relative to the least area that counts; where.
std::string in_words(const WorstFlashes& worst, const Measured& m) {
  const std::string counted =
      fmt::format("{} ({:.0f} %)", worst.flashes, 100.0 * worst.largest_change / kFlashBlockPixels);
  if (worst.flashes == 0) return counted;
  return fmt::format("{} at {:.1f} s, {},{}", counted, worst.seconds, worst.x + m.part.x.begin,
                     worst.y + m.part.y.begin);
}

}  // namespace

int run_verb(const FlashesOptions& options) {
  FlashPlan plan;
  plan.events = asked_events(options.events);
  plan.seconds = real_number("--seconds", options.seconds);
  if (!(plan.seconds > 0 && plan.seconds <= kFilmSecondsMax))
    refuse("--seconds: '{}' is not between 0 and {}", options.seconds, kFilmSecondsMax);
  plan.with_gl = options.gl;
  if (options.zoom.empty()) plan.zooms.assign(kZooms.begin(), kZooms.end());
  if (!options.zoom.empty()) plan.zooms = {static_cast<int>(whole_number("--zoom", options.zoom, 1, 8))};

  std::vector<StartOptions> starts;
  const StartOptions& start = options.start;
  const bool has_world =
      !start.scene.empty() || !start.world_in.empty() || !start.image.empty() || !start.cells_in.empty();
  if (has_world) {
    starts.push_back(start);
  } else {
    for (const Scene& scene : scenes()) {
      if (!scene.in_menu) continue;
      starts.push_back(start);
      starts.back().scene = scene.name;
    }
  }
  const Backends backends(options.gl || asks_for_gpu(start.backend), start.gl_device);
  const StopSignals signals;
  Json rows = Json::array();
  bool too_many = false;
  for (const StartOptions& each : starts) {
    Session session = new_session(backends.registry(), each);
    prepare_run(session, each);
    const bool first = &each == starts.data();
    if (first && !options.json)
      fmt::print("{:<18}{:>5}  {:<28}{}\n", "WORLD", "ZOOM", "GENERAL, IN A SECOND (AREA)", "RED");
    const std::string name = !each.scene.empty() ? each.scene : each.world_in + each.image + each.cells_in;
    for (const Measured& m : measure_flashes(session, plan)) {
      const WorstFlashes &general = m.meter.general(), &red = m.meter.red();
      too_many = too_many || std::max(general.flashes, red.flashes) > kFlashesMax;
      if (options.json) {
        rows.push_back({{"world", name}, {"zoom", m.zoom}, {"general", json_of(general, m)}, {"red", json_of(red, m)}});
      } else {
        fmt::print("{:<18}{:>4}%  {:<28}{}\n", name, m.zoom * 100, in_words(general, m), in_words(red, m));
        std::fflush(stdout);
      }
    }
  }
  if (options.json) print_json({{"worlds", std::move(rows)}, {"flashes_max", kFlashesMax}});
  return too_many ? kExitCheckFailed : kExitFine;
}

}  // namespace repose::cli
