#include "automata/samples_support.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "automata/automaton_support.hpp"
#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

const std::map<char, std::string> kNames = {
    {'s', "sand"},  {'w', "water"}, {'a', "acid"}, {'#', "wall"}, {'k', "smoke"}, {'t', "steam"},  {'o', "stone"},
    {'p', "plant"}, {'f', "fire"},  {'x', "ash"},  {'r', "rock"}, {'l', "lava"},  {'g', "powder"}, {'b', "bomb"},
    {'h', "honey"}, {'G', "glass"}, {'O', "oil"},  {'W', "wood"}, {'B', "brick"}, {'T', "tap"},    {'H', "house"},
};

// Samples in the dialect of wxSand write names with a capital.
std::uint8_t find(const Ruleset& rules, std::string name) {
  if (rules.dialect == Dialect::wxsand) name.front() = static_cast<char>(name.front() - 'a' + 'A');
  INFO(name);
  REQUIRE(rules.find(name));
  return *rules.find(name);
}

}  // namespace

std::vector<Sample> samples_of(const std::string& file) {
  std::istringstream lines(read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / file));
  std::vector<Sample> samples;
  std::string intro;
  for (std::string line; std::getline(lines, line);) {
    if (line == "```repose") {
      samples.push_back({file, intro, ""});
      while (std::getline(lines, line) && line != "```") samples.back().config += line + "\n";
    } else if (!line.empty()) {
      intro = line;
    }
  }
  return samples;
}

Rows block(int width, int height, char letter) {
  return Rows(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), letter));
}

Rows operator+(Rows above, const Rows& below) {
  above.insert(above.end(), below.begin(), below.end());
  return above;
}

Rows beside(const Rows& left, const Rows& right) {
  Rows rows = left;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += right.at(i);
  return rows;
}

Play::Play(const std::string& config, const Rows& picture, std::string_view automaton) : rules_(ruleset_of(config)) {
  static const Registry registry = make_registry();
  std::map<char, std::uint8_t> legend = {{'.', 0}};
  for (const std::string& row : picture) {
    for (const char letter : row) {
      if (letter != '.') legend[letter] = find(rules_, kNames.at(letter));
    }
  }
  world_ = world_from(picture, legend);
  if (automaton.empty()) automaton = registry.automaton_for(rules_, "conserving").name;
  solver_ = make_solver(*registry.solver(automaton, Backend::cpu), rules_, world_);
  if (rules_.automaton != automaton) return;
  for (const auto& [parameter, value] : rules_.parameters) CHECK(solver_->set_parameter(parameter, value));
}

Play& Play::heat(std::uint8_t energy) {
  solver_->download(world_);
  std::ranges::fill(world_.bytes(Plane::energy), energy);
  REQUIRE(solver_->upload(world_).ok());
  return *this;
}

Play& Play::run(std::uint64_t count) {
  solver_->step(steps(step_, count));
  step_ += count;
  solver_->download(world_);
  return *this;
}

Rows Play::picture() const {
  std::map<char, std::uint8_t> legend = {{'.', 0}};
  for (const auto& [letter, name] : kNames) {
    for (std::size_t i = 1; i < rules_.elements.size(); ++i) {
      if (rules_.elements[i].name == name) legend[letter] = static_cast<std::uint8_t>(i);
    }
  }
  return rows_of(world_, legend);
}

std::int64_t Play::count(std::string_view name) const {
  return std::ranges::count(world_.cells(), find(rules_, std::string(name)));
}

double Play::row_of(std::string_view name) const {
  const std::uint8_t element = find(rules_, std::string(name));
  double sum = 0, cells = 0;
  for (int y = 0; y < world_.height(); ++y) {
    for (int x = 0; x < world_.width(); ++x) {
      if (world_.cell(x, y) != element) continue;
      sum += y;
      ++cells;
    }
  }
  return cells > 0 ? sum / cells : -1;
}

std::vector<int> Play::columns_of(std::string_view name) const {
  const std::uint8_t element = find(rules_, std::string(name));
  std::vector<int> columns(static_cast<std::size_t>(world_.width()));
  for (int y = 0; y < world_.height(); ++y) {
    for (int x = 0; x < world_.width(); ++x) columns[static_cast<std::size_t>(x)] += world_.cell(x, y) == element;
  }
  return columns;
}

int Play::height_of(std::string_view name) const { return std::ranges::max(columns_of(name)); }

int Play::width_of(std::string_view name) const {
  return static_cast<int>(std::ranges::count_if(columns_of(name), [](int cells) { return cells > 0; }));
}

}  // namespace repose::test
