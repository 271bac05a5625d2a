#include "session/world_outcomes.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "support.hpp"

namespace repose::test {

namespace {

const std::filesystem::path kSource = REPOSE_SOURCE_DIR;

const LoadedRules& default_world() {
  static const LoadedRules rules = share_rules(read_config_file(kSource / "configs/default.cfg").ruleset.value());
  return rules;
}

}  // namespace

OutcomeStage::OutcomeStage(int width, int height, std::uint64_t seed)
    : session_(registry_, default_world(), {.seed = seed, .threads = 1}) {
  done(command::NewWorld{width, height});
}

void OutcomeStage::done(const Command& command) {
  const CommandResult result = session_.execute(command);
  INFO(result.message);
  REQUIRE(result.ok);
  world_ = session_.download();
}

std::uint8_t OutcomeStage::element(std::string_view name) const {
  const auto found = session_.ruleset().find(name);
  INFO("there is no element '" << name << "'");
  REQUIRE(found);
  return *found;
}

std::vector<bool> OutcomeStage::chosen(std::string_view names) const {
  std::vector<bool> result(256);
  std::istringstream words{std::string(names)};
  for (std::string name; words >> name;) result[element(name)] = true;
  return result;
}

void OutcomeStage::rect(std::string_view name, Area area) {
  done(command::Paint{RectEdit{area.from, area.to, element(name), {}}});
}

void OutcomeStage::dab(std::string_view name, CellPoint at, int size) {
  done(command::Paint{StrokeEdit{at, at, size, BrushShape::round, element(name), {}}});
}

void OutcomeStage::dab_in_air(std::string_view name, CellPoint at, int size) {
  done(command::Paint{StrokeEdit{at, at, size, BrushShape::round, element(name), element("air")}});
}

void OutcomeStage::stamp(const std::string& name, CellPoint at) {
  Clip clip;
  REQUIRE(read_stamp(kSource / "assets/stamps" / (name + ".png"), session_.ruleset(), clip));
  done(command::PasteClip{std::make_shared<const Clip>(std::move(clip)), at});
}

void OutcomeStage::step(int steps) { done(command::Step{static_cast<std::uint64_t>(steps)}); }

int OutcomeStage::step_until_gone(std::string_view names, int limit) {
  int steps = 0;
  while (steps < limit && count(names) > 0) {
    step(5);
    steps += 5;
  }
  return std::min(steps, limit);
}

int OutcomeStage::step_until(std::string_view names, std::ptrdiff_t wanted, int limit) {
  int steps = 0;
  while (steps < limit && count(names) < wanted) {
    step(5);
    steps += 5;
  }
  return std::min(steps, limit);
}

std::ptrdiff_t OutcomeStage::count(std::string_view names, Area area) const {
  const std::vector<bool> wanted = chosen(names);
  std::ptrdiff_t found = 0;
  for (int y = area.from.y; y <= area.to.y; ++y) {
    for (int x = area.from.x; x <= area.to.x; ++x) found += wanted[world_.cell(x, y)];
  }
  return found;
}

int OutcomeStage::top(std::string_view names) const {
  const std::vector<bool> wanted = chosen(names);
  const auto first = std::ranges::find_if(world_.cells(), [&](std::uint8_t cell) { return wanted[cell]; });
  return static_cast<int>(first - world_.cells().begin()) / world_.width();
}

double OutcomeStage::mean_row(std::string_view names) const {
  const std::vector<bool> wanted = chosen(names);
  double rows = 0, cells = 0;
  for (std::size_t i = 0; i < world_.cell_count(); ++i) {
    if (!wanted[world_.cells()[i]]) continue;
    rows += static_cast<double>(i / static_cast<std::size_t>(world_.width()));
    ++cells;
  }
  return rows / cells;
}

}  // namespace repose::test
