// Commands that replace the world: pictures, height maps, world files, scenes, sizes, Clear and Reset.
#include "session/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "automata/water/water.hpp"
#include "core/flood.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"
#include "session/height_map.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

// A failed result that says why there can be no world of that size; empty when there can.
std::optional<CommandResult> refuse_size(int width, int height) {
  const auto fits = [](int side) { return side >= kWorldSideMin && side <= kWorldSideMax; };
  if (fits(width) && fits(height)) return std::nullopt;
  return failed(trf("A world of {} x {} cells is out of range: a side has {} to {} cells.", width, height,
                    kWorldSideMin, kWorldSideMax));
}

// `message`: after success.
CommandResult result_of(const Status& status, std::string message = {}) {
  return status ? done(std::move(message)) : failed(status.message());
}

// Runs this world from step 0, and makes it the one that Reset returns to.
Status begin_with(RunningSolver& running, const World& world) {
  return running.change_to(starting_at(running.state(), {running.store().put(world), 0, {}}), world);
}

CommandResult has_no_heights(const RunningSolver& running) {
  return failed(trf("{} has no heights; sandpile has.", running.automaton()));
}

struct SceneRules {
  std::optional<Ruleset> ruleset;  // empty: the loaded rules are used
  Diagnostics diagnostics;
  std::string error;
};

SceneRules rules_for(const Scene& scene, const Ruleset& loaded) {
  if (const Ruleset* own = scene_ruleset(scene.name)) return {*own, {}, {}};
  if (scene.config.empty()) return {};
  const auto path = find_data(fmt::format("configs/{}", scene.config));
  if (!path) return {{}, {}, trf("The scene {} needs configs/{}, which is not there.", scene.name, scene.config)};
  // The loaded rules may have been edited since: a scene works with the present rules.
  std::error_code error;
  if (!loaded.source.empty() && std::filesystem::equivalent(loaded.source, *path, error) && !error) return {};
  ConfigResult config = read_config_file(*path);
  const bool sound = config.ruleset && !has_errors(config.diagnostics);
  return {std::move(config.ruleset), std::move(config.diagnostics),
          sound ? "" : trf("The scene {} needs configs/{}, which has errors.", scene.name, scene.config)};
}

// The automaton in which these rules run when they replace the running ones: Registry::automaton_for(). `is_again`: the
// running config is read again, and a chosen automaton stays, unless dialect or `automaton` line differ.
std::string_view automaton_after(const RunningSolver& running, const Ruleset& ruleset, bool is_again = false) {
  const Ruleset& before = running.ruleset();
  const Registry& registry = running.factory().registry();
  const bool chosen = running.automaton() != registry.automaton_for(before).name;
  const bool same = ruleset.dialect == before.dialect && ruleset.automaton == before.automaton;
  if (is_again && same && chosen) return running.automaton();
  return registry.automaton_for(ruleset).name;
}

// In which a scene opens: its own automaton, else that of its config or rules, else the running one. `own`: its rules.
std::string_view automaton_of(const Scene& scene, const Ruleset& ruleset, bool own, const RunningSolver& running) {
  if (!scene.automaton.empty()) return scene.automaton;
  if (!scene.opens_in.empty()) return scene.opens_in;
  if (own || !scene.config.empty()) return automaton_after(running, ruleset);
  return running.automaton();
}

// Resets the parameters of a scene to their defaults.
void take_back(const Scene* scene, ParameterValues& values) {
  if (scene == nullptr) return;
  std::erase_if(values, [&](const auto& value) {
    return std::ranges::find(scene->parameters, value.first, [](const auto& own) { return own.first; }) !=
           scene->parameters.end();
  });
}

// Commands that paint cells: strokes, fills, shakes, clips; and what is wrong with an edit.

// A value for every cell of the box around the set: `inside` the set or `outside` of it.
template <class Value>
std::shared_ptr<const std::vector<Value>> values_of(const CellSet& cells, Value inside, Value outside) {
  const int width = cells.x_end() - cells.x_begin();
  std::vector<Value> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(cells.y_end() - cells.y_begin()),
                            outside);
  auto row = values.begin();
  for (int y = cells.y_begin(); y < cells.y_end(); ++y, row += width) {
    for (int x = cells.next_in(cells.x_begin(), y); x < cells.x_end();) {
      const int end = cells.next_outside(x, y);
      std::fill(row + (x - cells.x_begin()), row + (end - cells.x_begin()), inside);
      x = cells.next_in(end, y);
    }
  }
  return std::make_shared<const std::vector<Value>>(std::move(values));
}

Edit edit_of(const command::Fill& c, const CellSet& cells) {
  const CellPoint at{cells.x_begin(), cells.y_begin()}, last{cells.x_end() - 1, cells.y_end() - 1};
  const int width = last.x + 1 - at.x, height = last.y + 1 - at.y;
  if (c.amount)
    return AmountEdit{c.amount->plane, at, width, height, values_of(cells, c.amount->amount, 0), c.amount->clears};
  const bool is_box = cells.count() == static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (is_box) return RectEdit{at, last, c.element, {}};
  const auto untouched = static_cast<std::uint8_t>(c.element == 0 ? 1 : 0);
  return StampEdit{at, width, height, values_of(cells, c.element, untouched), untouched, {}};
}

bool reaches(CellPoint at, int width, int height, const RunningSolver& running) {
  return at.x < running.width() && at.y < running.height() && std::int64_t{at.x} + width > 0 &&
         std::int64_t{at.y} + height > 0;
}

// The top left corner of the rectangle between two corners, and its sides; false when it is larger than any world.
bool measure(CellPoint from, CellPoint to, CellPoint& at, int& width, int& height) {
  at = {std::min(from.x, to.x), std::min(from.y, to.y)};
  const std::int64_t columns = std::int64_t{std::max(from.x, to.x)} - at.x + 1,
                     rows = std::int64_t{std::max(from.y, to.y)} - at.y + 1;
  width = static_cast<int>(std::min<std::int64_t>(columns, kWorldSideMax));
  height = static_cast<int>(std::min<std::int64_t>(rows, kWorldSideMax));
  return columns <= kWorldSideMax && rows <= kWorldSideMax;
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::LoadPicture& c) {
  PictureToWorld read;
  if (const Status status = read_png_as_world(c.path, running.ruleset(), read); !status)
    return failed(status.message());
  const int width = read.world.width(), height = read.world.height();
  const std::uint64_t pixels = read.world.cell_count();
  if (!c.resize_world)
    read.world = resized(read.world, running.width(), running.height(), command::Anchor::centre, running.ruleset());
  if (const Status status = begin_with(running, read.world); !status) return failed(status.message());
  std::string text = trf("Loaded {}: {} x {} pixels", c.path.filename().string(), width, height);
  if (read.unmatched > 0)
    text = trf("{}; {}", text, trf("{} of {} pixels matched no colour; the nearest was used", read.unmatched, pixels));
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::SavePicture& c) {
  return result_of(write_png(c.path, world_to_picture(running.download(), running.ruleset())),
                   trf("Saved {}", c.path.filename().string()));
}

CommandResult perform(RunningSolver& running, const command::LoadHeightMap& c) {
  if (!running.facts().state_planes().has(Plane::height)) return has_no_heights(running);
  World world;
  if (const Status status = read_height_map(c.path, world); !status) return failed(status.message());
  if (const Status status = begin_with(running, world); !status) return failed(status.message());
  return done(trf("Loaded {}: {} x {} heights", c.path.filename().string(), running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::SaveHeightMap& c) {
  const World world = running.download();
  if (!world.has(Plane::height)) return has_no_heights(running);
  std::uint64_t clipped = 0;
  if (const Status status = write_height_map(c.path, world.bytes(Plane::height), world.width(), clipped); !status)
    return failed(status.message());
  std::string text = trf("Saved {}", c.path.filename().string());
  if (clipped > 0) text = trf("{}; {}", text, trf("{} heights below 0 or above 255 were cut off", clipped));
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::NewWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  if (const Status status = begin_with(running, World(c.width, c.height)); !status) return failed(status.message());
  return done(trf("New world: {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::ResizeWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  const auto in_new_size = [&](const World& world) {
    return resized(world, c.width, c.height, c.anchor, running.ruleset());
  };
  RunState next = running.state();
  next.origin.world = running.store().put(in_new_size(origin_world(running.state())));
  const CellPoint shift = resize_shift(running.width(), running.height(), c.width, c.height, c.anchor);
  for (Sign& sign : next.signs) sign.at = {sign.at.x + shift.x, sign.at.y + shift.y};
  if (const Status status = running.change_to(std::move(next), in_new_size(running.download())); !status)
    return failed(status.message());
  return done(trf("The world now has {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::TurnWorld& c) {
  const ClipTransform transform = c.turn == command::Turn::left    ? ClipTransform::counterclockwise
                                  : c.turn == command::Turn::right ? ClipTransform::clockwise
                                                                   : ClipTransform::half_turn;
  RunState next = running.state();
  for (Sign& sign : next.signs) sign.at = transformed_point(sign.at, running.width(), running.height(), transform);
  if (const Status status = running.change_to(std::move(next), transformed(running.download(), transform)); !status)
    return failed(status.message());
  if (c.turn == command::Turn::half) return done(tr("Turned upside down"));
  const int width = running.width(), height = running.height();
  return done(c.turn == command::Turn::left ? trf("Turned left: the world now has {} x {} cells", width, height)
                                            : trf("Turned right: the world now has {} x {} cells", width, height));
}

CommandResult perform(RunningSolver& running, const command::PutWorld& c) {
  if (const Status status = begin_with(running, c.world); !status) return failed(status.message());
  return done(trf("Loaded a world of {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::StartChallenge& c) {
  const Challenge& challenge = *c.challenge;
  const Registry& registry = running.factory().registry();
  RunState next = in_automaton(running.state(), registry.automaton_for(*challenge.rules).name);
  next.rules = {c.challenge->rules, std::make_shared<const Diagnostics>()};
  next.displaced = nullptr;
  next.run.parameters.clear();
  take_parameters_of_rules(next);
  set_values(next.run.parameters, challenge.parameters);
  next.run.seed = challenge.seed;
  next.run.first_bias = Bias::left;
  next = starting_at(std::move(next), {running.store().put(challenge.start), 0, {}, c.challenge});
  next.signs = challenge.signs;
  return result_of(running.change_to(std::move(next), challenge.start),
                   trf("Challenge: {}", in_language(challenge, &Challenge::title)));
}

CommandResult perform(RunningSolver& running, const command::EndChallenge&) {
  if (!running.state().origin.challenge) return failed(tr("No challenge runs."));
  RunState next = running.state();
  next.origin.challenge = nullptr;
  next.play = {};
  return result_of(running.change_to(std::move(next), running.download()),
                   tr("Free play. Undo returns to the challenge."));
}

CommandResult perform(RunningSolver& running, const command::SaveSolution& c) {
  if (!running.state().origin.challenge) return failed(tr("No challenge runs."));
  return result_of(write_replay(c.path, solution_of(running.state())), trf("Saved {}", c.path.filename().string()));
}

CommandResult perform(RunningSolver& running, const command::Clear&) {
  RunState next = running.state();
  next.signs.clear();
  return result_of(running.change_to(std::move(next), World(running.width(), running.height())));
}

CommandResult perform(RunningSolver& running, const command::Reset&) {
  RunState next = running.state();
  next.run.step = next.origin.step;
  next.play = {};
  if (const Status status = running.change_to(std::move(next), origin_world(running.state())); !status)
    return failed(status.message());
  const std::string& scene = running.state().origin.scene;
  if (const auto& challenge = running.state().origin.challenge)
    return done(trf("Once more: {}", in_language(*challenge, &Challenge::title)));
  return done(scene.empty() ? tr("Back at the start")
                            : trf("Back at the start of {}", tr(find_scene(scene)->title.data())));
}

CommandResult perform(RunningSolver& running, const command::LoadScene& c) {
  const Scene* scene = find_scene(c.name);
  if (scene == nullptr) {
    std::vector<std::string> names;
    for (const Scene& known : scenes()) names.emplace_back(known.name);
    const std::string near = nearest_name(c.name, names);
    return failed(near.empty() ? trf("There is no scene '{}'.", c.name)
                               : trf("There is no scene '{}'; did you mean '{}'?", c.name, near));
  }
  const int width = c.width.value_or(scene->width), height = c.height.value_or(scene->height);
  if (auto refused = refuse_size(width, height)) return *refused;
  SceneRules own = rules_for(*scene, running.ruleset());
  if (!own.error.empty()) return {false, std::move(own.error), std::move(own.diagnostics)};

  const Ruleset& ruleset = own.ruleset ? *own.ruleset : running.ruleset();
  World world(width, height);
  if (const Status status = scene->fill(world, ruleset, c.seed.value_or(running.state().run.seed)); !status)
    return failed(status.message());

  RunState next = running.state();
  if (c.with_parameters) take_back(find_scene(next.origin.scene), next.run.parameters);
  next = in_automaton(std::move(next), automaton_of(*scene, ruleset, own.ruleset.has_value(), running));
  if (own.ruleset) {
    next.rules = share_rules(std::move(*own.ruleset), std::move(own.diagnostics));
    take_parameters_of_rules(next);
  }
  if (own.ruleset || (!scene->config.empty() && next.displaced && !next.displaced->waits)) next.displaced = nullptr;
  if (c.with_parameters) {
    ParameterValues& values = next.run.parameters;
    take_back(scene, values);
    for (const ParameterInfo& info : find_automaton(next.run.automaton)->parameters)
      if (info.is_weather) std::erase_if(values, [&](const auto& value) { return value.first == info.name; });
    values.insert(values.end(), scene->parameters.begin(), scene->parameters.end());
  }
  next = starting_at(std::move(next), {running.store().put(world), 0, std::string(scene->name)});
  return result_of(running.change_to(std::move(next), world), trf("Scene: {}", tr(scene->title.data())));
}

CommandResult perform(RunningSolver& running, const command::SaveWorld& c) {
  return result_of(write_world_file(c.path, document_of(running.state(), running.download())),
                   trf("Saved {}", c.path.filename().string()));
}

CommandResult perform(RunningSolver& running, const command::LoadWorld& c) {
  const std::string name = c.path.filename().string();
  WorldDocument document;
  const auto planes_of = [&running](std::string_view wanted) {
    const AutomatonDefinition* automaton = running.factory().registry().automaton(wanted);
    return automaton != nullptr ? automaton->planes : PlaneSet{};
  };
  if (const Status status = read_world_file(c.path, document, planes_of); !status) return failed(status.message());
  if (running.factory().registry().automaton(document.run.automaton) == nullptr) {
    return failed(trf("{} could not be opened: it needs the automaton '{}', which is not known here.", name,
                      document.run.automaton));
  }
  LoadedRules rules = read_rules(document.config, document.config_title);
  if (!rules.ruleset) return {false, trf("{} could not be opened: it holds no rules.", name), *rules.diagnostics};

  RunState next = in_automaton(running.state(), document.run.automaton);
  next.rules = std::move(rules);
  next.run = document.run;
  next.run.seed = c.seed.value_or(document.run.seed);
  next.run.first_bias = c.first_bias.value_or(document.run.first_bias);
  next.displaced = nullptr;
  next = starting_at(std::move(next), {running.store().put(document.world), document.run.step,
                                       scene_acts(document.acts) != nullptr ? document.acts : std::string()});
  next.signs = document.signs;
  if (const Status status = running.change_on_any(next, document.world); !status)
    return failed(trf("{} could not be opened: {}", name, status.message()));

  std::string text =
      trf("Opened {}: {} x {} cells at step {}", name, running.width(), running.height(), running.state().run.step);
  // A world with values that this solver has no parameters for is not refused.
  constexpr std::size_t kNamesMax = 3;
  std::string unknown;
  std::size_t count = 0;
  const auto known = running.facts().parameters();
  for (const auto& [parameter, value] : document.run.parameters) {
    if (std::ranges::find(known, std::string_view(parameter), &ParameterInfo::name) != known.end()) continue;
    if (++count <= kNamesMax) unknown += (unknown.empty() ? "" : ", ") + parameter;
  }
  if (count > kNamesMax) unknown = trf("{} and {} more", unknown, count - kNamesMax);
  if (count > 0) text = trf("{}; {}", text, trf("{} no longer has the parameter {}", running.automaton(), unknown));
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::Paint& c) { return result_of(running.paint(c.edit)); }

CommandResult perform(RunningSolver& running, const command::SetSign& c) { return result_of(running.set_sign(c)); }

std::vector<PushEdit> pushes_of(const command::Shake& c) {
  std::vector<PushEdit> pushes(static_cast<std::size_t>(std::clamp(c.passes, 1, command::kShakePassesMax)));
  std::uint32_t pass = c.first_pass;
  for (PushEdit& push : pushes) {
    push.everywhere = true;
    push.seed = c.seed;
    push.pass = pass++;
  }
  return pushes;
}

CommandResult perform(RunningSolver& running, const command::Shake& c) {
  for (const PushEdit& push : pushes_of(c))
    if (const Status status = running.paint(push); !status) return failed(status.message());
  return done(c.continues ? "" : tr("Shaken"));
}

CommandResult fill(const RunningSolver& running, const command::Fill& c,
                   const std::function<CommandResult(const command::Paint&)>& paint) {
  if (c.element >= running.ruleset().elements.size()) return failed(trf("There is no element number {}.", c.element));
  std::optional<CellSet> cells;
  {
    const World world = running.download();
    std::vector<CellPoint> from = c.from;
    std::erase_if(from, [&](CellPoint p) {
      return !world.contains(p.x, p.y) || (c.only_over && world.cell(p.x, p.y) != *c.only_over);
    });
    // Fill distinguishes between elements; in sandpiles between the codes of the plane `wall`.
    const Plane plane = world.has(Plane::height) && world.has(Plane::wall) ? Plane::wall : Plane::cells;
    cells = flood({world.bytes(plane).data(), static_cast<std::size_t>(world.width()), world.width(), world.height()},
                  from);
  }
  if (cells->empty()) return {};
  std::string message = trf_n("Filled {} cell.", "Filled {} cells.", cells->count());
  CommandResult painted = paint({edit_of(c, *cells), false, tr("Fill")});
  if (painted.ok) painted.message = std::move(message);
  return painted;
}

CommandResult perform(RunningSolver& running, const command::Fill& c) {
  return fill(running, c, [&](const command::Paint& paint) { return perform(running, paint); });
}

CellBox edited_box(const Edit& edit, int width, int height) {
  const auto clipped = [&](CellPoint at, int columns, int rows) -> CellBox {
    const int left = std::max(at.x, 0), top = std::max(at.y, 0);
    const std::int64_t right = std::min<std::int64_t>(std::int64_t{at.x} + columns, width),
                       bottom = std::min<std::int64_t>(std::int64_t{at.y} + rows, height);
    if (right <= left || bottom <= top) return {};
    return {left, top, static_cast<int>(right) - left, static_cast<int>(bottom) - top};
  };
  const auto box_of = [&]<class E>(const E& e) -> CellBox {
    if constexpr (requires { e.at; }) {
      return clipped(e.at, e.width, e.height);
    } else if constexpr (std::is_same_v<E, BodyEdit>) {  // within the reach of any body
      const int x = std::min(e.from.x, e.to.x), y = std::min(e.from.y, e.to.y);
      const int columns = std::max(e.from.x, e.to.x) - x + 1, rows = std::max(e.from.y, e.to.y) - y + 1;
      return clipped({x - kBrushSizeMax, y - kBrushSizeMax}, columns + 2 * kBrushSizeMax, rows + 2 * kBrushSizeMax);
    } else {
      const std::vector<Span> spans = rasterise(e, width, height);
      if (spans.empty()) return {};
      const int left = std::ranges::min(spans, {}, &Span::x_begin).x_begin;
      const int right = std::ranges::max(spans, {}, &Span::x_end).x_end;
      return {left, spans.front().y, right - left, spans.back().y + 1 - spans.front().y};
    }
  };
  return std::visit(box_of, edit);
}

bool touches_world(const Edit& edit, int width, int height) { return edited_box(edit, width, height).width > 0; }

std::string edit_fault(const Edit& edit, const Ruleset& ruleset) {
  const auto sides_fit = [](const auto& e) {
    return e.width > 0 && e.height > 0 && e.width <= kWorldSideMax && e.height <= kWorldSideMax;
  };
  const auto fault_of = [&]<class E>(const E& e) -> std::string {
    if constexpr (std::is_same_v<E, StampEdit>) {
      const std::size_t cells = static_cast<std::size_t>(e.width) * static_cast<std::size_t>(e.height);
      const auto fits = [cells](const auto& plane, std::size_t bytes) {
        return plane == nullptr || plane->size() == cells * bytes;
      };
      const bool sound = sides_fit(e) && e.cells != nullptr && fits(e.cells, 1) && fits(e.density, 1) &&
                         fits(e.energy, 1) && fits(e.velocity, 2);
      return sound ? "" : tr("The stamp is not a rectangle of cells.");
    } else if constexpr (std::is_same_v<E, AmountEdit>) {
      const bool sound = sides_fit(e) && e.amounts != nullptr &&
                         e.amounts->size() == static_cast<std::size_t>(e.width) * static_cast<std::size_t>(e.height);
      return sound ? "" : tr("The amounts are not a rectangle.");
    } else if constexpr (std::is_same_v<E, PushEdit>) {
      const bool sound = std::abs(e.dx) <= 1 && std::abs(e.dy) <= 1;
      return sound ? "" : tr("A push goes to a neighbour: its direction is -1, 0 or 1 each way.");
    } else if constexpr (std::is_same_v<E, BodyEdit>) {
      const bool sound =
          e.heading >= 0 && e.heading < kHeadingCount && e.depth >= 0 && static_cast<int>(e.shape) < kBodyShapeCount;
      return sound ? "" : tr("The body has no such shape, depth or heading.");
    } else {
      return e.element < ruleset.elements.size() ? "" : trf("There is no element number {}.", e.element);
    }
  };
  return std::visit(fault_of, edit);
}

std::optional<Clip> copy_rect(const RunningSolver& running, CellPoint from, CellPoint to) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(from, to, at, width, height) || !reaches(at, width, height, running)) return std::nullopt;
  return crop(running.download(), running.ruleset(), from, to);
}

CommandResult perform(RunningSolver& running, const command::PasteClip& c) {
  if (c.clip == nullptr) return failed(tr("There is nothing to paste."));
  const PlaneSet planes = running.facts().state_planes();
  if (c.clip->has_heights() != planes.has(Plane::height)) {
    return failed(c.clip->has_heights()
                      ? trf("These are heights of sand, and {} has no heights; sandpile has.", running.automaton())
                      : trf("These are cells, and {} has only heights of sand.", running.automaton()));
  }
  const int width = c.clip->world.width(), height = c.clip->world.height();
  if (!reaches(c.at, width, height, running)) return failed(tr("The clip is outside the world."));
  FittedClip fitted = fit_clip(*c.clip, running.ruleset(), planes);
  std::string lost_ground;
  for (const PlacedClip& image : with_images({std::move(fitted.clip), c.at}, c.mirror)) {
    ClipEdits paste = edits_of(image.clip, image.at, c.skip_background, running.ruleset());
    for (const Edit& edit : paste.edits)
      if (const Status status = running.paint(edit); !status) return failed(status.message());
    lost_ground = std::move(paste.loss);
  }
  std::string text = trf("Pasted {} x {} cells", width, height);
  for (const std::string& loss : {fitted.loss, lost_ground}) {
    if (!loss.empty()) text = trf("{}; {}", text, loss);
  }
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::EraseRect& c) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(c.from, c.to, at, width, height) || !reaches(at, width, height, running))
    return failed(tr("The rectangle is outside the world."));
  std::vector<Edit> edits{RectEdit{c.from, c.to, 0, {}}};
  if (running.facts().state_planes().has(Plane::height)) {
    Clip nothing{World(width, height), {}};
    nothing.world.add(Plane::height);
    edits = edits_of(nothing, at, false, running.ruleset()).edits;
  }
  for (const Edit& edit : edits)
    if (const Status status = running.paint(edit); !status) return failed(status.message());
  return done(trf("Erased {} x {} cells", width, height));
}

// Commands that change what runs: configs, steps, parameters, ledger, and switching to another solver.

World world_for(std::string_view automaton, const RunningSolver& running) {
  World world = running.download();
  if (automaton != running.automaton()) water::settle_mass(world, running.ruleset());
  return world;
}

namespace {

// What runs, carried over to other rules in another automaton.
struct CarriedOver {
  RunState next;     // its `displaced` is null
  World world;       // to be run with `next`
  std::string loss;  // "12 cells of elements it lacks became background: lava and oil"; empty when nothing was lost
};

// Maps the elements of the world, and of the one that Reset returns to. Changes nothing. Costs a download.
CarriedOver carry_over(RunningSolver& running, std::string_view automaton, LoadedRules rules, const ElementMap& map) {
  Mapped mapped = map_elements(world_for(automaton, running), map);
  RunState next = in_automaton(running.state(), automaton);
  next.rules = std::move(rules);
  next.origin.world = running.store().put(map_elements(origin_world(running.state()), map).world);
  next.displaced = nullptr;
  std::string loss = describe_loss(mapped, running.ruleset());
  return {std::move(next), std::move(mapped.world), std::move(loss)};
}

// What these rules cannot do in the running automaton.
std::string remark_on_rules(const RunningSolver& running) {
  const auto remark = running.factory().registry().automaton(running.automaton())->remark;
  return remark != nullptr ? remark(running.ruleset()) : std::string{};
}

std::uint64_t hash_of_cells(const Solver& solver) {
  World world;
  solver.download(world);
  return hash_world(world, {Plane::cells});
}

bool has_cells(const Solver& solver) { return solver.state_planes().has(Plane::cells); }

// What runs, including its world, to be restored later. Its own `displaced` is null.
RunState making_way(RunningSolver& running) {
  RunState state = running.state();
  state.world = running.store().put(running.download());
  state.displaced = nullptr;
  return state;
}

std::string now_runs(const RunningSolver& running, const std::string& reason, const std::string& loss) {
  const std::string &automaton = running.automaton(), &rules = running.ruleset().title;
  const std::string_view backend = backend_name(running.backend());
  const std::string text = reason.empty() ? trf("{} now runs {} on {}", automaton, rules, backend)
                                          : trf("{} now runs {} on {}, because {}", automaton, rules, backend, reason);
  return loss.empty() ? text : trf("{}; {}", text, loss);
}

// Whether the rules are a config that belongs to the program, not to the user.
bool is_shipped(const Ruleset& rules) {
  const auto configs = find_data("configs");
  std::error_code error;
  return configs && !rules.source.empty() &&
         std::filesystem::equivalent(std::filesystem::path(rules.source).parent_path(), *configs, error);
}

std::string shown_name(const Ruleset& ruleset) { return ruleset.title.empty() ? tr("the config") : ruleset.title; }

// Why another automaton should not run the loaded rules, although it can. Empty if there is no reason.
std::string why_other_rules(const RunningSolver& running, std::string_view automaton) {
  const Registry& registry = running.factory().registry();
  const Ruleset& rules = running.ruleset();
  if (automaton == running.automaton()) return {};
  if (!has_enough_rules(registry, automaton, rules))
    return trf("{} is written for {}", shown_name(rules), registry.automaton(rules.automaton)->name);
  const AutomatonDefinition& target = *registry.automaton(automaton);
  const bool is_its_own = rules.automaton == automaton || rules.title == target.config;
  if (target.runs_foreign_rules || is_its_own || !is_shipped(rules)) return {};
  return trf("{} would turn into something else there", shown_name(rules));
}

// Whether switching to this automaton gives the replaced rules back.
bool returns_to(std::string_view automaton, const Displaced& displaced) {
  const RunState& state = displaced.state;
  return state.run.automaton == automaton || (!displaced.waits && state.rules.ruleset->automaton == automaton);
}

// Carries the cells over to the automaton's own config. `refusal`: the message if there is no such config.
CommandResult switch_with_own_rules(RunningSolver& running, const command::SwitchSolver& c, const std::string& reason,
                                    std::string refusal) {
  LoadedRules rules = shipped_rules(running.factory().registry().automaton(c.automaton)->config);
  if (!rules.ruleset) return failed(std::move(refusal));
  // What the switch replaced that brought the running rules, if one did: a second switch keeps that.
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  const AutomatonDefinition& automaton = *running.factory().registry().automaton(running.automaton());
  const bool brought = displaced && !displaced->waits && running.ruleset().title == automaton.config;
  const std::optional<Displaced> first = brought ? std::optional(*displaced) : std::nullopt;
  RunState left = first ? first->state : making_way(running);
  const ElementMap map = match_by_name_or_wall(running.ruleset(), *rules.ruleset);
  CarriedOver carried = carry_over(running, c.automaton, std::move(rules), map);
  take_parameters_of_rules(carried.next);
  PreparedSolver prepared = running.factory().prepare(carried.next, carried.world, c.backend);
  if (!prepared.solver) return failed(std::move(prepared.error));
  const bool as_it_was = !first || first->carried_hash == hash_of_cells(running.settled());
  const bool same_origin = !first || running.state().origin.world == first->carried_origin.lock();
  carried.next.displaced =
      std::make_shared<const Displaced>(Displaced{std::move(left), as_it_was ? hash_of_cells(*prepared.solver) : 0,
                                                  same_origin ? carried.next.origin.world : nullptr, false});
  running.take(std::move(prepared), std::move(carried.next), carried.world);
  return done(now_runs(running, reason, carried.loss));
}

// Back to the rules that were replaced. Carries the cells over, or restores the world if they have not changed since.
CommandResult switch_back(RunningSolver& running, const command::SwitchSolver& c, const Displaced& back) {
  const ElementMap map = match_by_name(running.ruleset(), *back.state.rules.ruleset);
  CarriedOver carried = carry_over(running, c.automaton, back.state.rules, map);
  std::optional<World> restored;
  if (hash_of_cells(running.settled()) == back.carried_hash) restored = back.state.world->get();
  if (running.state().origin.world == back.carried_origin.lock()) carried.next.origin.world = back.state.origin.world;
  const Status status = running.change_to(std::move(carried.next), restored ? *restored : carried.world, c.backend);
  if (!status) return failed(status.message());
  return done(restored ? trf("{} runs {} again.", running.automaton(), running.ruleset().title)
                       : now_runs(running, {}, carried.loss));
}

// The world of `arriving` replaces the present one, which is kept aside.
CommandResult exchange_worlds(RunningSolver& running, const command::SwitchSolver& c, const RunState& arriving) {
  const std::optional<World> world = arriving.world->get();
  if (!world) return failed(tr("The world that waited was lost with the GPU."));
  RunState next = in_automaton(running.state(), c.automaton);
  next.rules = arriving.rules;
  next.origin = arriving.origin;
  next.signs = arriving.signs;
  const bool is_new = arriving.run.automaton.empty();
  if (is_new) take_parameters_of_rules(next);
  next.displaced = std::make_shared<const Displaced>(Displaced{making_way(running), 0, {}, true});
  if (const Status status = running.change_to(std::move(next), *world, c.backend); !status)
    return failed(status.message());
  return done(trf("{} runs {} on {}; the world of {} waits.", running.automaton(), running.ruleset().title,
                  backend_name(running.backend()), running.state().displaced->state.run.automaton));
}

// Between automata of which only one has cells.
CommandResult switch_between_worlds(RunningSolver& running, const command::SwitchSolver& c) {
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  if (displaced && displaced->waits) {  // there was an automaton between the two: goes through that one
    const std::string left = running.automaton(), &through = displaced->state.run.automaton;
    const Backend backend = running.backend();
    const CommandResult result =
        exchange_worlds(running, {through, running.backend_for(through), true}, displaced->state);
    if (!result.ok) return result;
    CommandResult switched = perform(running, c);
    if (!switched.ok) exchange_worlds(running, {left, backend, true}, running.state().displaced->state);
    return switched;
  }
  const AutomatonDefinition& automaton = *running.factory().registry().automaton(c.automaton);
  RunState arriving;
  arriving.rules = shipped_rules(automaton.config);
  if (!arriving.rules.ruleset)
    return failed(trf("{} needs configs/{}, which is not there or has errors.", automaton.name, automaton.config));
  arriving.world = running.store().put(World(running.width(), running.height()));
  arriving.origin.world = arriving.world;
  return exchange_worlds(running, c, arriving);
}

// These rules, with an empty world of the same size.
CarriedOver start_empty(RunningSolver& running, std::string_view automaton, LoadedRules rules) {
  CarriedOver empty{in_automaton(running.state(), automaton), World(running.width(), running.height()), {}};
  empty.next.rules = std::move(rules);
  empty.next.displaced = nullptr;
  empty.next = starting_at(std::move(empty.next), {running.store().put(empty.world), 0, {}});
  return empty;
}

CommandResult take_config(RunningSolver& running, ConfigResult config, bool accept_errors, command::KeepWorld keep,
                          bool is_again) {
  const std::size_t errors = count_of(config.diagnostics, Severity::error),
                    warnings = count_of(config.diagnostics, Severity::warning);
  if (!config.ruleset || (!accept_errors && errors > 0)) {
    std::string why = tr("The config holds no element; nothing was changed.");
    if (errors > 0) {
      const std::string first = format(*std::ranges::find(config.diagnostics, Severity::error, &Diagnostic::severity));
      why = errors == 1
                ? trf("{}; nothing was changed.", first)
                : trf("{} and {}; nothing was changed.", first, trf_n("{} error more", "{} errors more", errors - 1));
    }
    return {false, std::move(why), std::move(config.diagnostics)};
  }
  const std::string_view automaton = automaton_after(running, *config.ruleset, is_again);
  const bool moves = automaton != running.automaton();
  LoadedRules rules = share_rules(std::move(*config.ruleset), config.diagnostics);
  const ElementMap map = match_by_name(running.ruleset(), *rules.ruleset);
  CarriedOver carried = keep == command::KeepWorld::by_name ? carry_over(running, automaton, std::move(rules), map)
                                                            : start_empty(running, automaton, std::move(rules));
  take_parameters_of_rules(carried.next);
  if (const Status status = running.change_to(std::move(carried.next), carried.world); !status)
    return {false, status.message(), std::move(config.diagnostics)};
  const Ruleset& loaded = running.ruleset();
  std::string text =
      trf("Loaded {}: {}, {}", shown_name(loaded), trf_n("{} element", "{} elements", paintable_count(loaded)),
          trf_n("{} rule", "{} rules", loaded.rule_count()));
  if (errors > 0) text = trf("{}, in spite of {}", text, trf_n("{} error", "{} errors", errors));
  if (warnings > 0) text = trf("{}, {}", text, trf_n("{} warning", "{} warnings", warnings));
  if (moves) text = trf("{}; {}", text, trf("{} runs it", running.automaton()));
  if (!carried.loss.empty()) text = trf("{}; {}", text, carried.loss);
  if (const std::string remark = remark_on_rules(running); !remark.empty()) text += ". " + remark;
  return {true, std::move(text), std::move(config.diagnostics)};
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::Step& c) { return result_of(running.step(c.count)); }

CommandResult perform(RunningSolver& running, const command::SetParameter& c) {
  const Solver& solver = running.settled();
  if (!running.set_parameter(c.name, c.value)) {
    const auto retired_list = running.factory().registry().automaton(running.automaton())->retired_parameters;
    const auto retired = std::ranges::find(retired_list, c.name, &RetiredParameter::name);
    if (retired != retired_list.end())
      return failed(trf("{} has no parameter '{}' any more: {}.", running.automaton(), c.name, retired->instead));
    std::string names;
    for (const ParameterInfo& info : solver.parameters())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
    return failed(names.empty() ? trf("{} has no parameter '{}'; it has none.", running.automaton(), c.name)
                                : trf("{} has no parameter '{}'; there are: {}.", running.automaton(), c.name, names));
  }
  const std::string advice = solver.advice();
  return done(fmt::format("{} = {}{}{}", c.name, parameter_text(solver, c.name), advice.empty() ? "" : ". ", advice));
}

CommandResult perform(RunningSolver& running, const command::KeepLedger& c) {
  if (running.keep_ledger(c.keep) || !c.keep) return {};
  return done(trf("{} on {} keeps no ledger.", running.automaton(), backend_name(running.backend())));
}

SwitchPreview preview_switch(const RunningSolver& running, std::string_view automaton) {
  SwitchPreview preview;
  const AutomatonDefinition* target = running.factory().registry().automaton(automaton);
  if (target == nullptr || automaton == running.automaton()) return preview;
  if (const auto displaced = running.state().displaced; displaced && returns_to(automaton, *displaced)) {
    preview.returns = true;
    return preview;
  }
  preview.other_world = target->planes.has(Plane::cells) != has_cells(running.facts());
  if (preview.other_world) return preview;
  const std::unique_ptr<Solver> solver = target->make_scalar();
  if (solver->load(running.ruleset()) && why_other_rules(running, automaton).empty()) return preview;
  const LoadedRules rules = shipped_rules(target->config);
  if (!rules.ruleset) return preview;
  preview.config = rules.ruleset->title;
  const Ruleset& from = running.ruleset();
  const ElementMap map = match_by_name_or_wall(from, *rules.ruleset), named = match_by_name(from, *rules.ruleset);
  const World world = world_for(automaton, running);
  preview.lost_share = share_lost(world, map);
  std::vector<std::uint8_t> hardened;
  for (std::size_t i = 0; i < from.elements.size(); ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const bool hardens = map.known[i] && !named.known[i];
    if (hardens && std::ranges::find(world.cells(), element) != world.cells().end()) hardened.push_back(element);
  }
  preview.hardened = name_elements(hardened, from);
  return preview;
}

CommandResult perform(RunningSolver& running, const command::SwitchSolver& c) {
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  const bool comes_back =
      c.bring_config && displaced && c.automaton != running.automaton() && returns_to(c.automaton, *displaced);
  if (comes_back)
    return displaced->waits ? exchange_worlds(running, c, displaced->state) : switch_back(running, c, *displaced);

  const World world = world_for(c.automaton, running);
  RunState next = in_automaton(running.state(), c.automaton);
  PreparedSolver prepared = running.factory().prepare(next, world, c.backend);
  if (prepared.rules_refused && c.bring_config) return switch_with_own_rules(running, c, {}, std::move(prepared.error));
  if (!prepared.solver) return failed(std::move(prepared.error));
  if (c.bring_config && has_cells(*prepared.solver) != has_cells(running.facts()))
    return switch_between_worlds(running, c);
  if (const std::string reason = c.bring_config ? why_other_rules(running, c.automaton) : ""; !reason.empty()) {
    prepared = {};  // so that there are never three solvers
    const std::string_view config = running.factory().registry().automaton(c.automaton)->config;
    return switch_with_own_rules(running, c, reason,
                                 trf("{}, and configs/{} is not there or has errors.", reason, config));
  }
  running.take(std::move(prepared), std::move(next), world);
  const std::string note = remark_on_rules(running);
  const std::string text = trf("{} now runs on {}.", running.automaton(), backend_name(running.backend()));
  return done(note.empty() ? text : text + " " + note);
}

bool has_enough_rules(const Registry& registry, std::string_view automaton, const Ruleset& ruleset) {
  const auto needs_all = [](const AutomatonDefinition* a) { return a == nullptr || a->needs_rule_for_every_pair; };
  return needs_all(registry.automaton(ruleset.automaton)) || !needs_all(registry.automaton(automaton));
}

CommandResult perform(RunningSolver& running, const command::LoadConfigFile& c) {
  return take_config(running, read_config_file(c.path), c.accept_errors, c.keep, false);
}

CommandResult perform(RunningSolver& running, const command::LoadConfigText& c) {
  const Ruleset& rules = running.ruleset();
  const bool is_again = c.file.empty() ? c.keep == command::KeepWorld::by_name
                                       : c.file == rules.source || c.text == rules.text;  // under another name
  ConfigResult read = read_config(c.text, c.file);
  if (read.ruleset && is_again && c.file.empty()) read.ruleset->title = rules.title;  // edited rules of a world
  return take_config(running, std::move(read), c.accept_errors, c.keep, is_again);
}

CommandResult perform(RunningSolver& running, const command::ReloadConfig& c) {
  if (running.ruleset().source.empty())
    return failed(tr("These rules did not come from a file; there is no file to read."));
  return take_config(running, read_config_file(running.ruleset().source), c.accept_errors, command::KeepWorld::by_name,
                     true);
}

}  // namespace repose
