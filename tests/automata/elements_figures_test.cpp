// Figures measured on wxSand 4.4 itself. This test compares some of them with few seeds; scripts/elements-figures
// compares all.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

#include "automata/automaton_support.hpp"
#include "reference_files.hpp"
#include "repose/config.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_figures_test {

namespace {

constexpr int kSeeds = 10, kSeedsThere = 30;
constexpr int kLastFrame = 100;  // later frames belong to the script

struct Figure {
  std::string element, column;
  double wanted = 0, sd = 0;
  std::vector<double> values;  // one for every seed
};

const Ruleset& ruleset() {
  static const ConfigResult config = read_config_file(std::filesystem::path(REPOSE_TEST_DATA) / "wxsand/figures.txt");
  return *config.ruleset;
}

nlohmann::json scenario(const char* name) {
  const auto path = std::filesystem::path(REPOSE_TEST_DATA) / "wxsand/figures-4.4.json";
  return nlohmann::json::parse(read_text(path)).at("scenarios").at(name);
}

World start_of(const nlohmann::json& scenario) {
  World world(100, 100);
  for (const std::string fill : scenario.at("fills")) {
    const std::size_t colon = fill.rfind(':');
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    REQUIRE(std::sscanf(fill.c_str() + colon + 1, "%d,%d,%d,%d", &x0, &y0, &x1, &y1) == 4);
    const std::uint8_t element = ruleset().find(fill.substr(0, colon)).value();
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) world.cell(x, y) = element;
    }
  }
  return world;
}

// Absent figures count as 0.
double figure_of(const std::vector<ElementCensus>& census, const Figure& figure) {
  for (const ElementCensus& row : census) {
    if (ruleset().elements[row.element].name != figure.element) continue;
    if (figure.column == "count") return static_cast<double>(row.count);
    if (figure.column == "mean_x") return row.mean_x;
    if (figure.column == "mean_y") return row.mean_y;
    if (figure.column == "sd_x") return row.sd_x;
    if (figure.column == "top_y") return row.top_y;
    return row.mean_energy;
  }
  return 0;
}

std::map<int, std::vector<Figure>> figures_of(const nlohmann::json& scenario) {
  std::map<int, std::vector<Figure>> figures;
  for (const auto& [frame, columns] : scenario.at("frames").items()) {
    const int number = std::stoi(frame);
    if (number == 0 || number > kLastFrame) continue;
    for (const auto& [name, values] : columns.items()) {
      const std::size_t blank = name.find(' ');
      figures[number].push_back({name.substr(0, blank), name.substr(blank + 1), values[0], values[1], {}});
    }
  }
  return figures;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size() - 1);
}

void compare(const char* name, int block, double share) {
  const auto data = scenario(name);
  auto figures = figures_of(data);
  const Registry registry = make_registry();
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto solver = make_solver(*registry.solver("elements", Backend::cpu), ruleset(), start_of(data), 1);
    REQUIRE(solver->set_parameter("block", block));
    REQUIRE(solver->set_parameter("sources", 0));
    std::uint64_t step = 0;
    for (auto& [frame, row] : figures) {
      solver->step({step, static_cast<std::uint64_t>(frame) - step, seed, Bias::left});
      step = static_cast<std::uint64_t>(frame);
      const auto census = take_census(world_of(*solver));
      for (Figure& figure : row) figure.values.push_back(figure_of(census, figure));
    }
  }
  for (const auto& [frame, row] : figures) {
    for (const Figure& figure : row) {
      INFO(name << ", block " << block << ", frame " << frame << ": " << figure.element << ' ' << figure.column);
      const double allowed = 4 * std::sqrt(figure.sd * figure.sd / kSeedsThere + variance(figure.values) / kSeeds);
      CHECK(std::abs(mean(figure.values) - figure.wanted) <= allowed + share * std::abs(figure.wanted));
    }
  }
}

}  // namespace

TEST_CASE("elements gives the figures of wxSand 4.4, in the original's order and in blocks") {
  const int block = GENERATE(0, 32);
  compare("S1", block, 0.01);
  compare("S2", block, 0.01);
  compare("S4", block, 0.01);
  compare("S6", block, 0.01);
  compare("S8", block, 0.15);  // a walled border stops thrown cells; 4.4 deleted them
}

}  // namespace repose::test::elements_figures_test

// Community files for wxSand: each loads, runs, and gives the same world on any number of threads. scripts/check mods
// runs them longer and in larger worlds.

TEST_CASE("community files run in elements with one result on one and on three threads") {
  REPOSE_NEEDS_COMMUNITY_FILES();
  const Registry registry = make_registry();
  const SolverEntry& entry = *registry.solver("elements", Backend::cpu);
  for (const auto& file : community_files()) {
    INFO(file.filename());
    const ConfigResult config = read_config_file(file);
    REQUIRE(config.ruleset);
    World world(160, 120);
    REQUIRE(find_scene("elements-grid")->fill(world, *config.ruleset, 1).ok());
    const auto one = make_solver(entry, *config.ruleset, world, 1),
               three = make_solver(entry, *config.ruleset, world, 3);
    one->step(steps(0, 60));
    three->step(steps(0, 60));
    CHECK(hash_of(*one) == hash_of(*three));
  }
}
