// What the elements of the default world do in pairs (tests/data/world-pairs.txt): expectations, pictures, and whether
// the list names them all.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "reference_files.hpp"
#include "repose/automaton.hpp"
#include "repose/picture.hpp"
#include "repose/registry.hpp"
#include "support.hpp"

namespace repose::test::world_pairs_test {

namespace {

// "+glass": the sign, and the element that it is about (none for '=').
struct PairExpectation {
  char sign = '=';
  std::string element;
};

// One line of the list.
struct WorldPair {
  int line = 0;
  std::string a, b;
  int steps = 0;
  std::string place;  // "in", "over" or empty
  std::string with;   // a third element beside A; may be empty
  std::vector<PairExpectation> expected;

  std::string name() const { return a + "-" + b + (with.empty() ? "" : "-" + with); }
  bool names(std::string_view element) const { return a == element || b == element || with == element; }
  // False: the line says that nothing happens.
  bool changes() const { return expected.size() > 1 || expected[0].sign != '='; }
};

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

// The lines of the list. A line that is wrong fails the test.
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

// The worlds of one pair: before its steps and after them, and after them where A and B are apart.
struct PairRun {
  World before{1, 1}, after{1, 1}, only_a{1, 1}, only_b{1, 1};
};

// Runs pairs of one config on the cpu backend of conserving.
class PairStage {
 public:
  explicit PairStage(Ruleset rules) : rules_(std::move(rules)) {
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

  PairRun run(const WorldPair& pair) {
    const World before = world(pair, true, true);
    return {before, after(before, pair.steps), after(world(pair, true, false), pair.steps),
            after(world(pair, false, true), pair.steps)};
  }

  // What the line expects and what did not happen, in words; empty if all of it did.
  std::string missing(const WorldPair& pair, const PairRun& run) const {
    std::string text;
    for (const PairExpectation& expected : pair.expected) {
      if (met(pair, expected, run)) continue;
      const std::uint8_t what = element(expected.element.empty() ? pair.b : expected.element);
      text += fmt::format(" {}{} (before {}, after {}; apart {} and {})", expected.sign, expected.element,
                          count(run.before, what), count(run.after, what), count(run.only_a, what),
                          count(run.only_b, what));
    }
    return text;
  }

  // Before and after, side by side.
  Picture picture(const PairRun& run) const {
    Picture picture{kPixels * (2 * kWidth + kGap), kPixels * kHeight, {}};
    for (int i = 0; i < picture.width * picture.height; ++i)
      picture.rgb.insert(picture.rgb.end(), {kGapColour.r, kGapColour.g, kGapColour.b});
    draw(picture, run.before, rules_, 0);
    draw(picture, run.after, rules_, kPixels * (kWidth + kGap));
    return picture;
  }

 private:
  std::uint8_t element(const std::string& name) const {
    INFO("there is no element '" << name << "'");
    const auto found = rules_.find(name);
    REQUIRE(found);
    return *found;
  }

  void fill(World& world, CellPoint from, CellPoint to, const std::string& name) const {
    const std::uint8_t what = element(name);
    for (int y = from.y; y <= to.y; ++y) {
      for (int x = from.x; x <= to.x; ++x) world.cell(x, y) = what;
    }
  }

  // A tub of wall, closed if there is a gas in it. B fills its lower part, or all of it if B is a gas. A is in B if it
  // is a gas, on B if it never falls, and else above B.
  World world(const WorldPair& pair, bool with_a, bool with_b) const {
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

  World after(const World& world, int steps) {
    REQUIRE(solver_->upload(world));
    StepSpan span;
    span.count = static_cast<std::uint64_t>(steps);
    solver_->step(span);
    World result(1, 1);
    solver_->download(result);
    return result;
  }

  bool met(const WorldPair& pair, const PairExpectation& expected, const PairRun& run) const {
    const std::uint8_t what = element(expected.element.empty() ? pair.b : expected.element);
    const std::ptrdiff_t together = count(run.after, what), apart = count(run.only_a, what) + count(run.only_b, what);
    if (expected.sign == '+') return together >= apart + kFew;
    if (expected.sign == '-') return apart >= kFew && 2 * together <= apart;
    if (expected.sign == '^') return top_row(run.after, what) < top_row(run.before, what);
    return count(run.after, what) == count(run.before, what);
  }

  Ruleset rules_;
  RuleFacts facts_;
  std::unique_ptr<Solver> solver_;
};

const std::filesystem::path kRoot = REPOSE_SOURCE_DIR;
const std::filesystem::path kPictures = kRoot / "docs/images/world";
constexpr std::size_t kPicturesMin = 60;

Ruleset rules_of_the_pairs() { return read_config_file(kRoot / "configs/default.cfg").ruleset.value(); }

std::vector<WorldPair> listed_pairs() { return read_world_pairs(kRoot / "tests/data/world-pairs.txt"); }

// Pixels are compared, because other versions of zlib write other bytes.
bool is_as_drawn(const Picture& picture, const std::string& name) {
  Picture drawn;
  if (!read_png(kPictures / (name + ".png"), drawn)) return false;
  return drawn.width == picture.width && drawn.height == picture.height && drawn.rgb == picture.rgb;
}

bool says_inert(const Element& element) {
  std::string text = element.description;
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.find("inert") != std::string::npos;
}

}  // namespace

// While scripts/world-guide runs (REPOSE_PAIRS_OUT names a folder) the pictures are written there instead.
TEST_CASE("each pair of tests/data/world-pairs.txt does what its line says and what its picture shows", "[pairs]") {
  PairStage stage(rules_of_the_pairs());
  const char* out = std::getenv("REPOSE_PAIRS_OUT");
  for (const WorldPair& pair : listed_pairs()) {
    INFO("line " << pair.line << ": " << pair.a << " and " << pair.b);
    const PairRun run = stage.run(pair);
    const Picture picture = stage.picture(run);
    if (out != nullptr) CHECK(write_png(std::filesystem::path(out) / (pair.name() + ".png"), picture));
    CHECK(stage.missing(pair, run) == "");
    if (out != nullptr || is_as_drawn(picture, pair.name())) continue;
    FAIL_CHECK("docs/images/world/" << pair.name() << ".png shows something else; if the change is wanted, run "
                                    << "scripts/world-guide and look at the picture");
  }
}

TEST_CASE("every element of the palette of the default world changes in two pairs, or says that it is inert",
          "[pairs]") {
  const Ruleset rules = rules_of_the_pairs();
  const std::vector<WorldPair> pairs = listed_pairs();
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    const Element& element = rules.elements[i];
    if (element.hidden || element.pours || says_inert(element)) continue;
    const auto changing =
        std::ranges::count_if(pairs, [&](const WorldPair& pair) { return pair.changes() && pair.names(element.name); });
    INFO(element.name << " is in " << changing << " changing pairs of tests/data/world-pairs.txt");
    CHECK(changing >= 2);
  }
}

TEST_CASE("each pair of the default world has a picture, at least 60 in all, and no picture is left over", "[pairs]") {
  std::set<std::string> names, drawn;
  for (const WorldPair& pair : listed_pairs()) {
    INFO("line " << pair.line << ": " << pair.name() << " is listed twice");
    CHECK(names.insert(pair.name()).second);
  }
  for (const auto& file : files_in(kPictures, ".png")) drawn.insert(file.stem().string());
  CHECK(names == drawn);
  CHECK(drawn.size() >= kPicturesMin);
}

}  // namespace repose::test::world_pairs_test
