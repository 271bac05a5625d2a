#include "session/world_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "repose/registry.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr int kWidth = 48, kHeight = 36;
constexpr int kFloor = 32;              // the first row of the tub's floor
constexpr int kPoolTop = 22;            // the highest row of B
constexpr int kLid = 6;                 // the highest row of a closed tub
constexpr int kLeft = 16, kRight = 31;  // the columns of A
constexpr int kRows = 8;                // the rows of A
constexpr int kPixels = 3;              // pixels a cell
constexpr int kGap = 2;                 // cells between the two halves of a picture
constexpr Color kGapColour{128, 128, 128};
constexpr std::ptrdiff_t kFew = 3;

WorldPair parsed(const std::string& text, int number) {
  std::istringstream words(text);
  WorldPair pair;
  pair.line = number;
  words >> pair.a >> pair.b >> pair.steps;
  for (std::string word; words >> word;) {
    const bool is_sign = std::string_view("+-=^").find(word[0]) != std::string_view::npos;
    if (is_sign) {
      pair.expected.push_back({word[0], word.substr(1)});
    } else if (word == "with") {
      words >> pair.with;
    } else {
      pair.place = word;
    }
  }
  INFO("line " << number << ": " << text);
  REQUIRE((pair.steps >= 1 && pair.steps <= 625));
  REQUIRE((pair.place.empty() || pair.place == "in" || pair.place == "over"));
  REQUIRE_FALSE(pair.expected.empty());
  return pair;
}

std::ptrdiff_t count(const World& world, std::uint8_t element) { return std::ranges::count(world.cells(), element); }

int top_row(const World& world, std::uint8_t element) {
  const auto first = std::ranges::find(world.cells(), element);
  return static_cast<int>(first - world.cells().begin()) / world.width();
}

void draw(Picture& picture, const World& world, const Ruleset& rules, int left) {
  const Picture cells = world_to_picture(world, rules);
  for (int y = 0; y < kPixels * kHeight; ++y) {
    for (int x = 0; x < kPixels * kWidth; ++x) {
      const int from = 3 * (y / kPixels * kWidth + x / kPixels), to = 3 * (y * picture.width + left + x);
      std::copy_n(cells.rgb.begin() + from, 3, picture.rgb.begin() + to);
    }
  }
}

}  // namespace

std::vector<WorldPair> read_world_pairs(const std::filesystem::path& file) {
  std::ifstream lines(file);
  REQUIRE(lines);
  std::vector<WorldPair> pairs;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.empty() && line[0] != '#') pairs.push_back(parsed(line, number));
  }
  return pairs;
}

PairStage::PairStage(Ruleset rules) : rules_(std::move(rules)) {
  const Registry registry = make_registry();
  const AutomatonDefinition* automaton = registry.automaton(rules_.automaton);
  REQUIRE((automaton != nullptr && automaton->rule_facts != nullptr));
  facts_ = automaton->rule_facts(rules_).value();
  std::string error;
  SolverOptions one_thread;
  one_thread.threads = 1;
  solver_ = registry.solver(automaton->name, Backend::cpu)->create(one_thread, error);
  REQUIRE(solver_);
  REQUIRE(solver_->load(rules_));
  for (const auto& [name, value] : rules_.parameters) solver_->set_parameter(name, value);
}

std::uint8_t PairStage::element(const std::string& name) const {
  INFO("there is no element '" << name << "'");
  const auto found = rules_.find(name);
  REQUIRE(found);
  return *found;
}

void PairStage::fill(World& world, CellPoint from, CellPoint to, const std::string& name) const {
  const std::uint8_t what = element(name);
  for (int y = from.y; y <= to.y; ++y) {
    for (int x = from.x; x <= to.x; ++x) world.cell(x, y) = what;
  }
}

// A tub of wall, closed if there is a gas in it. B fills its lower part, or all of it if B is a gas. A is in B if it is
// a gas, on B if it never falls, and else above B.
World PairStage::world(const WorldPair& pair, bool with_a, bool with_b) const {
  const MatterKind a = facts_.kinds[element(pair.a)], b = facts_.kinds[element(pair.b)];
  const bool closed = a == MatterKind::gas || b == MatterKind::gas;
  const int sides = closed ? kLid : kPoolTop - 2;
  World world(kWidth, kHeight);
  fill(world, {0, kFloor}, {kWidth - 1, kHeight - 1}, "wall");
  fill(world, {0, sides}, {1, kFloor}, "wall");
  fill(world, {kWidth - 2, sides}, {kWidth - 1, kFloor}, "wall");
  if (closed) fill(world, {0, kLid}, {kWidth - 1, kLid + 1}, "wall");
  const int top = b == MatterKind::gas ? kLid + 2 : kPoolTop;
  if (with_b) fill(world, {2, top}, {kWidth - 3, kFloor - 1}, pair.b);
  const bool inside = pair.place == "in" || (pair.place.empty() && a == MatterKind::gas);
  const bool rests = a == MatterKind::solid || a == MatterKind::wall || closed;
  const int row = inside ? kFloor - kRows : rests && pair.place.empty() ? kPoolTop - kRows : kPoolTop - 2 * kRows + 2;
  if (with_a) fill(world, {kLeft, row}, {kRight, row + kRows - 1}, pair.a);
  if (with_a && !pair.with.empty()) fill(world, {kLeft - 4, row}, {kLeft - 1, row + kRows - 1}, pair.with);
  return world;
}

World PairStage::after(const World& world, int steps) {
  REQUIRE(solver_->upload(world));
  StepSpan span;
  span.count = static_cast<std::uint64_t>(steps);
  solver_->step(span);
  World result(1, 1);
  solver_->download(result);
  return result;
}

PairRun PairStage::run(const WorldPair& pair) {
  const World before = world(pair, true, true);
  return {before, after(before, pair.steps), after(world(pair, true, false), pair.steps),
          after(world(pair, false, true), pair.steps)};
}

bool PairStage::met(const WorldPair& pair, const PairExpectation& expected, const PairRun& run) const {
  const std::uint8_t what = element(expected.element.empty() ? pair.b : expected.element);
  const std::ptrdiff_t together = count(run.after, what), apart = count(run.only_a, what) + count(run.only_b, what);
  if (expected.sign == '+') return together >= apart + kFew;
  if (expected.sign == '-') return apart >= kFew && 2 * together <= apart;
  if (expected.sign == '^') return top_row(run.after, what) < top_row(run.before, what);
  return count(run.after, what) == count(run.before, what);
}

std::string PairStage::missing(const WorldPair& pair, const PairRun& run) const {
  std::string text;
  for (const PairExpectation& expected : pair.expected) {
    if (met(pair, expected, run)) continue;
    const std::uint8_t what = element(expected.element.empty() ? pair.b : expected.element);
    text +=
        fmt::format(" {}{} (before {}, after {}; apart {} and {})", expected.sign, expected.element,
                    count(run.before, what), count(run.after, what), count(run.only_a, what), count(run.only_b, what));
  }
  return text;
}

Picture PairStage::picture(const PairRun& run) const {
  Picture picture{kPixels * (2 * kWidth + kGap), kPixels * kHeight, {}};
  for (int i = 0; i < picture.width * picture.height; ++i)
    picture.rgb.insert(picture.rgb.end(), {kGapColour.r, kGapColour.g, kGapColour.b});
  draw(picture, run.before, rules_, 0);
  draw(picture, run.after, rules_, kPixels * (kWidth + kGap));
  return picture;
}

}  // namespace repose::test
