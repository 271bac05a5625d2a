// `repose-cli run`: starts a run, takes its steps and writes the requested output.

#include <algorithm>
#include <array>
#include <limits>

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "session/plane_csv.hpp"

namespace repose::cli {

namespace {

// ---- the matter ledger, as text and as JSON ----

struct NamedRow {
  std::string name;  // of an element, or of the plane whose amounts are counted
  LedgerRow row;
};

std::array<std::pair<const char*, std::int64_t>, 8> columns_of(const LedgerRow& row) {
  return {{{"before", row.before},
           {"made", row.made},
           {"destroyed", row.destroyed},
           {"painted", row.painted},
           {"left", row.left},
           {"moved", row.moved},
           {"lost", row.lost()},
           {"now", row.now}}};
}

// Empty unless --ledger is given.
std::optional<Ledger> kept_ledger(const Session& session, const RunOptions& options) {
  if (!options.ledger) return std::nullopt;
  session.download();  // the ledger of a gpu solver may lag until then
  return session.ledger();
}

std::vector<NamedRow> rows_of(const Session& session, const Ledger& ledger) {
  std::vector<NamedRow> rows;
  for (std::size_t i = 0; i < ledger.rows.size(); ++i) {
    if (std::ranges::all_of(columns_of(ledger.rows[i]), [](const auto& column) { return column.second == 0; }))
      continue;
    const bool is_cells = ledger.quantity == Plane::cells;
    rows.push_back({is_cells ? session.ruleset().elements[i].name : std::string(plane_info(ledger.quantity).name),
                    ledger.rows[i]});
  }
  return rows;
}

// One row for every element that is present now, was present at the start, or was made or painted in between.
Json ledger_json(const Session& session, const Ledger& ledger) {
  Json json = Json::array();
  for (const auto& [name, row] : rows_of(session, ledger)) {
    Json& columns = json.emplace_back(Json{{"element", name}});
    for (const auto& [title, amount] : columns_of(row)) columns[title] = amount;
  }
  return json;
}

// Cells as a whole number; amounts in full cells, heights in cells' sides, not in units of the plane.
void print_ledger(const Session& session, const Ledger& ledger) {
  const double unit = plane_info(ledger.quantity).unit;
  fmt::print("{:<20}", "LEDGER");
  for (const char* title : {"BEFORE", "MADE", "DESTROYED", "PAINTED", "LEFT", "MOVED", "LOST", "NOW"})
    fmt::print("{:>15}", title);
  fmt::print("\n");
  for (const auto& [name, row] : rows_of(session, ledger)) {
    fmt::print("{:<20}", name);
    for (const auto& column : columns_of(row))
      fmt::print("{:>15.{}f}", static_cast<double>(column.second) / unit, unit == 1 ? 0 : 3);
    fmt::print("\n");
  }
  if (const auto& air = ledger.air)
    fmt::print("air: {} before, {} given, {} left, {} lost, {} now\n", air->before, air->given, air->left, air->lost(),
               air->now);
}

// ---- the run ----

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

constexpr std::string_view kStampForm = "FILE:X0,Y0,X1,Y1";

struct Sample {
  std::uint64_t step = 0;
  std::vector<ElementCensus> elements;
};

struct RunPlan {
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> samples;  // ascending
  std::vector<std::pair<std::string, std::string>> planes_out;
};

// Checks all options before the first step.
RunPlan make_plan(const RunOptions& options) {
  RunPlan plan;
  if (options.steps.empty()) refuse("--steps is required: how many steps to run");
  plan.steps = whole_number("--steps", options.steps, 0, kNoLimit);
  if (!options.stamp_out.empty()) name_and_numbers("--stamp-out", options.stamp_out, kStampForm);
  if (!options.samples.empty() && !options.census)
    refuse("--sample: --census is required too; --sample sets the steps of the census");
  if (options.census) {
    plan.samples =
        options.samples.empty() ? std::vector{plan.steps} : sample_steps("--sample", options.samples, plan.steps);
  }
  for (const std::string& word : options.plane_out) {
    plan.planes_out.push_back(name_and_value("--plane-out", word));
    const auto& [name, path] = plan.planes_out.back();
    if (path == "-" && options.json) refuse("--plane-out: NAME=- and --json would both write to the output");
  }
  return plan;
}

// The density of every cell: from the density plane if that is state, else from the element.
std::vector<std::uint8_t> densities(const World& world, const Ruleset& ruleset) {
  const auto plane = world.bytes(Plane::density);
  if (!plane.empty()) return {plane.begin(), plane.end()};
  std::vector<std::uint8_t> values;
  values.reserve(world.cell_count());
  for (const std::uint8_t cell : world.cells()) values.push_back(ruleset.elements[cell].density_byte);
  return values;
}

// Writes a plane as CSV; refused if these rules have no such plane.
std::string plane_csv(const World& world, const Session& session, const std::string& name) {
  const auto plane = find_plane(name);
  if (plane == Plane::density) return to_csv(densities(world, session.ruleset()), world.width(), *plane);
  if (plane && *plane >= Plane::packed && !world.has(*plane) &&
      session.registry().automaton(session.automaton())->planes.has(*plane)) {
    const std::vector<std::uint8_t> nothing(world.cell_count() * plane_info(*plane).bytes_per_cell);
    return to_csv(nothing, world.width(), *plane);
  }
  if (!plane || !world.has(*plane)) refuse("--plane-out: {} has no plane '{}'", session.automaton(), name);
  if (!has_csv_form(*plane)) refuse("--plane-out: {} has no CSV form yet", name);
  return to_csv(world.bytes(*plane), world.width(), *plane);
}

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_outputs(Session& session, const World& world, const RunOptions& options, const RunPlan& plan) {
  if (!options.cells_out.empty()) must(write_whole_file(options.cells_out, text_of(world.cells())), "--cells-out");
  if (!options.density_out.empty())
    must(write_whole_file(options.density_out, text_of(densities(world, session.ruleset()))), "--density-out");
  for (const auto& [name, path] : plan.planes_out) {
    const Plane plane = find_plane(name).value_or(Plane::cells);
    if (is_height_png(path, plane) && world.has(plane)) {
      std::uint64_t clipped = 0;
      must(write_height_map(path, world.bytes(plane), world.width(), clipped), "--plane-out");
      if (clipped > 0)
        fmt::print(stderr, "repose-cli: warning: {}: {} heights do not fit and were clipped to 0..255.996\n", path,
                   clipped);
      continue;
    }
    const std::string csv = plane_csv(world, session, name);
    if (path == "-") {
      fmt::print("{}", csv);
    } else {
      must(write_whole_file(path, csv), "--plane-out");
    }
  }
  if (!options.stamp_out.empty()) {
    const auto [file, n] = name_and_numbers("--stamp-out", options.stamp_out, kStampForm);
    const auto clip = session.copy({n[0], n[1]}, {n[2], n[3]});
    if (!clip)
      refuse("--stamp-out: {} is outside the world", options.stamp_out.substr(options.stamp_out.rfind(':') + 1));
    must(write_stamp(file, *clip, session.ruleset()), "--stamp-out");
  }
  if (!options.png.empty()) must(session.execute(command::SavePicture{options.png}), "--png");
  if (!options.world_out.empty()) must(session.execute(command::SaveWorld{options.world_out}), "--world-out");
  if (!options.replay_out.empty()) must(session.execute(command::SaveReplay{options.replay_out}), "--replay-out");
}

struct RunOutcome {
  std::uint64_t hash = 0;
  double seconds = 0;
  std::vector<Sample> samples;
};

void print_run_json(const Session& session, const RunOptions& options, const RunOutcome& outcome) {
  Json json = {{"automaton", session.automaton()}, {"backend", backend_name(session.backend())},
               {"width", session.width()},         {"height", session.height()},
               {"steps", session.step_count()},    {"seed", session.run_settings().seed}};
  if (options.hash) json["hash"] = fmt::format("{:016x}", outcome.hash);
  if (options.time) json["time_s"] = outcome.seconds;
  if (!session.solver().left_by_element().empty()) json["left"] = session.solver().stats().left_cells;
  if (options.census) {
    json["census"] = Json::array();
    for (const Sample& sample : outcome.samples) {
      Json elements = Json::array();
      for (const ElementCensus& row : sample.elements) {
        elements.push_back({{"name", session.ruleset().elements[row.element].name},
                            {"count", row.count},
                            {"mean_x", row.mean_x},
                            {"mean_y", row.mean_y},
                            {"sd_x", row.sd_x},
                            {"top_y", row.top_y},
                            {"mean_energy", row.mean_energy}});
      }
      json["census"].push_back({{"step", sample.step}, {"elements", std::move(elements)}});
    }
  }
  if (const auto ledger = kept_ledger(session, options)) {
    json["ledger"] = ledger_json(session, *ledger);
    if (const auto& air = ledger->air)
      json["ledger_air"] = {{"before", air->before},
                            {"given", air->given},
                            {"left", air->left},
                            {"lost", air->lost()},
                            {"now", air->now}};
  }
  print_json(json);
}

void print_run_text(const Session& session, const RunOptions& options, const RunOutcome& outcome) {
  if (options.hash) fmt::print("{:016x}\n", outcome.hash);
  for (const Sample& sample : outcome.samples) {
    fmt::print("census at step {}\n{:<20}{:>12}{:>10}{:>10}{:>10}{:>8}{:>13}\n", sample.step, "ELEMENT", "COUNT",
               "MEAN X", "MEAN Y", "SD X", "TOP Y", "MEAN ENERGY");
    for (const ElementCensus& row : sample.elements) {
      fmt::print("{:<20}{:>12}{:>10.2f}{:>10.2f}{:>10.2f}{:>8}{:>13.2f}\n",
                 session.ruleset().elements[row.element].name, row.count, row.mean_x, row.mean_y, row.sd_x, row.top_y,
                 row.mean_energy);
    }
  }
  if (const auto ledger = kept_ledger(session, options)) print_ledger(session, *ledger);
  if (const auto by_element = session.solver().left_by_element(); !by_element.empty()) {
    std::string list;
    for (std::size_t i = 0; i < by_element.size(); ++i) {
      if (by_element[i] == 0) continue;
      list += fmt::format("{}{} {}", list.empty() ? ": " : ", ", by_element[i], session.ruleset().elements[i].name);
    }
    fmt::print("{} cells left{}\n", session.solver().stats().left_cells, list);
  }
  if (options.time) fmt::print("{:.6f} s in step()\n", outcome.seconds);
}

}  // namespace

int run_verb(const RunOptions& options) {
  const RunPlan plan = make_plan(options);
  const Backends backends(asks_for_gpu(options.start.backend), options.start.gl_device);
  Session session = new_session(backends.registry(), options.start);
  prepare_run(session, options.start);
  for (const auto& [name, path] : plan.planes_out) static_cast<void>(plane_csv(session.download(), session, name));

  const std::string* const outputs[] = {&options.cells_out, &options.png, &options.world_out, &options.replay_out};
  for (const std::string* one : outputs) {
    if (!one->empty() && std::ranges::count(outputs, *one, [](const std::string* path) { return *path; }) > 1)
      refuse("two outputs have the name {}", *one);
  }
  if (!options.replay_out.empty()) session.keep_history(HistoryLimits{.rewind_steps = kNoLimit});
  Additions additions(session, options.plane_add, options.add_every);
  if (options.ledger) {
    const CommandResult kept = session.execute(command::KeepLedger{true});
    if (!session.ledger()) refuse("--ledger: {}", kept.message);
  }

  RunOutcome outcome;
  {
    const std::uint64_t first = session.step_count();  // above 0 for a world file that has run before
    if (plan.steps > kNoLimit - first) refuse("--steps: the world has done {} steps already", first);
    Stepper stepper(session, plan.steps);
    for (const std::uint64_t step : plan.samples) {
      additions.advance(session, stepper, first + step);
      outcome.samples.push_back({step, take_census(session.download())});
    }
    additions.advance(session, stepper, first + plan.steps);
  }
  outcome.seconds = session.solver().stats().step_seconds;
  const World world = session.download();
  outcome.hash = hash_world(world, session.solver().state_planes());
  write_outputs(session, world, options, plan);
  if (options.json) {
    print_run_json(session, options, outcome);
  } else {
    print_run_text(session, options, outcome);
  }
  return kExitFine;
}

}  // namespace repose::cli
