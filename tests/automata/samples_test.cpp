// The configs printed in README.md and docs/configs.md do what the text around them says, in the automaton in which the
// app runs them. They are read from these files; a sample without a check fails.
#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::samples_test {

namespace {

struct Sample {
  std::string file;
  std::string intro;  // the last line of text above it
  std::string config;
};

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

// Every block between ```repose and ``` of a file of the repository.
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

using Rows = std::vector<std::string>;
// Equal rows of equal cells.
Rows block(int width, int height, char letter) {
  return Rows(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), letter));
}

Rows operator+(Rows above, const Rows& below) {
  above.insert(above.end(), below.begin(), below.end());
  return above;
}

// Rows side by side.
Rows beside(const Rows& left, const Rows& right) {
  Rows rows = left;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += right.at(i);
  return rows;
}

// A config that is running. Its world begins as a picture in letters that stand for the same names in every sample.
class Play {
 public:
  // In the automaton in which the app runs it, or in another one.
  Play(const std::string& config, const Rows& picture, std::string_view automaton = {}) : rules_(ruleset_of(config)) {
    static const Registry registry = make_registry();
    std::map<char, std::uint8_t> legend = {{'.', 0}};
    for (const std::string& row : picture) {
      for (const char letter : row) {
        if (letter != '.') legend[letter] = find(rules_, kNames.at(letter));
      }
    }
    world_ = world_from(picture, legend);
    if (automaton.empty()) automaton = registry.automaton_for(rules_).name;
    solver_ = make_solver(*registry.solver(automaton, Backend::cpu), rules_, world_);
    if (rules_.automaton != automaton) return;
    for (const auto& [parameter, value] : rules_.parameters) CHECK(solver_->set_parameter(parameter, value));
  }

  Play& heat(std::uint8_t energy) {  // of all cells, before the first step
    solver_->download(world_);
    std::ranges::fill(world_.bytes(Plane::energy), energy);
    REQUIRE(solver_->upload(world_).ok());
    return *this;
  }
  Play& run(std::uint64_t count) {
    solver_->step(steps(step_, count));
    step_ += count;
    solver_->download(world_);
    return *this;
  }

  const Ruleset& rules() const { return rules_; }
  const World& world() const { return world_; }
  Rows picture() const {
    std::map<char, std::uint8_t> legend = {{'.', 0}};
    for (const auto& [letter, name] : kNames) {
      if (const auto element = rules_.find(name)) legend[letter] = *element;
    }
    return rows_of(world_, legend);
  }
  std::int64_t count(std::string_view name) const { return count_of(world_, find(rules_, std::string(name))); }
  // The mean row of the element's cells, from the top; -1 if there is none.
  double row_of(std::string_view name) const {
    double sum = 0;
    for (int y = 0; y < world_.height(); ++y) {
      const auto row = world_.cells().subspan(world_.index(0, y), static_cast<std::size_t>(world_.width()));
      sum += y * static_cast<double>(std::ranges::count(row, find(rules_, std::string(name))));
    }
    return count(name) > 0 ? sum / static_cast<double>(count(name)) : -1;
  }
  // How many cells the column with most of them has.
  std::int64_t height_of(std::string_view name) const { return std::ranges::max(columns_of(name)); }
  // How many columns have some.
  std::int64_t width_of(std::string_view name) const {
    return std::ranges::count_if(columns_of(name), [](std::int64_t cells) { return cells > 0; });
  }

 private:
  std::vector<std::int64_t> columns_of(std::string_view name) const {
    std::vector<std::int64_t> columns;
    for (int x = 0; x < world_.width(); ++x)
      columns.push_back(count_in_column(world_, x, find(rules_, std::string(name))));
    return columns;
  }

  Ruleset rules_;
  World world_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t step_ = 0;
};

std::string without_lines(const std::string& config, std::string_view beginning) {
  std::istringstream lines(config);
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(beginning)) rest += line + "\n";
  }
  return rest;
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const auto at = text.find(part);
  REQUIRE(at != text.npos);
  return text.replace(at, part.size(), by);
}

// ---- README.md ----

void acid_of_the_readme(const std::string& config) {
  const Rows air = block(40, 5, '.');
  Play above(config, air + block(40, 50, 'a') + block(40, 50, 's'));
  CHECK(above.run(1000).count("sand") == 0);
  CHECK(above.count("acid") == 2000);
  Play on_wall(config, air + block(40, 10, 'a') + block(40, 10, '#'));
  CHECK(on_wall.run(1000).count("wall") == 0);
  const Rows left = block(20, 20, 'a'), right = beside(block(10, 5, 's'), block(10, 5, '#'));
  Play next_to(config, beside(left, block(20, 15, '.') + right));
  CHECK(next_to.run(1000).count("sand") == 0);
  CHECK(next_to.count("wall") == 0);
}

void falling_in_the_readme(const std::string& config) {
  const Rows floor = block(41, 1, '#'), shaft = block(19, 20, '.');
  Play sand(config, beside(beside(shaft, block(3, 20, 's')), shaft) + block(41, 20, '.') + floor);
  CHECK(sand.run(500).row_of("sand") > 30);
  CHECK(sand.height_of("sand") >= 5);  // a heap
  CHECK(sand.count("sand") == 60);
  CHECK(sand.count("wall") == 41);
  Play water(config, beside(beside(shaft, block(3, 20, 'w')), shaft) + block(41, 20, '.') + floor);
  CHECK(water.run(2000).height_of("water") <= 3);  // 60 cells over 41 columns
  CHECK(water.count("water") == 60);
  Play both(config, block(20, 5, 's') + block(20, 10, 'w') + block(20, 1, '#'));
  CHECK(both.run(500).picture() == block(20, 10, 'w') + block(20, 5, 's') + block(20, 1, '#'));
}

void readme(const std::string& config) {
  acid_of_the_readme(config);
  falling_in_the_readme(config);
}

// ---- docs/configs.md, five minutes ----

void sand_falls(const std::string& config) {
  Play play(config, block(9, 2, 's') + block(9, 20, '.'));
  CHECK(play.run(200).picture() == block(9, 20, '.') + block(9, 2, 's'));
}

void sand_sinks_and_walls_stay(const std::string& config) {
  const Rows start = block(20, 5, 's') + block(20, 10, 'w') + block(20, 1, '#') + block(20, 3, '.');
  const Rows end = block(20, 10, 'w') + block(20, 5, 's') + block(20, 1, '#') + block(20, 3, '.');
  CHECK(Play(config, start).run(500).picture() == end);
  CHECK(Play(config, block(9, 2, 'w') + block(9, 9, '.')).run(100).row_of("water") > 8);
  const Rows bowl = {"#....#", "#swss#", "######", "s....s", "......"};
  Play walls(config, bowl);
  CHECK(walls.run(300).count("wall") == 8 + 2);
  CHECK(walls.count("sand") == 5);
  CHECK(walls.picture()[2] == "######");
  const std::string no_rules = without_lines(config, "rule wall");
  CHECK(read_config(no_rules, "").diagnostics.at(0).message.starts_with("undefined pairs"));
  CHECK(Play(no_rules, start, "density").run(5).count("wall") < 20);
  CHECK(Play(no_rules, start, "conserving").run(500).picture() == end);
}

void acid_smokes(const std::string& config) {
  const Rows starts[] = {block(20, 20, '.') + block(20, 10, 'a') + block(20, 10, 's'),
                         block(20, 20, '.') + block(20, 10, 's') + block(20, 10, 'a'),
                         block(20, 20, '.') + beside(block(10, 20, 'a'), block(10, 20, 's'))};
  for (const Rows& start : starts) {
    Play play(config, start);
    play.run(2000);
    // One drop, one grain. At last grains may lie beside drops: neither is above the other.
    const int left = static_cast<int>(play.count("sand"));
    CHECK(left <= (&start == &starts[2] ? 20 : 1));
    CHECK(play.count("acid") == left);
    CHECK(play.count("smoke") == 200 - left);
    CHECK(play.row_of("smoke") < 10);
  }
  const Ruleset rules = ruleset_of(config);  // what the text says about this sample further below
  CHECK(rules.elements[*rules.find("acid")].liquid);
  CHECK_FALSE(rules.elements[*rules.find("sand")].liquid);
  CHECK_FALSE(rules.elements[*rules.find("smoke")].liquid);
  const Rows lying = block(20, 5, 'a') + block(20, 5, 's');
  CHECK(Play(without_lines(config, "react"), lying).run(200).picture() == lying);
}

// ---- docs/configs.md, ten minutes with conserving ----

void acid_that_spares_glass(const std::string& config) {
  const Rows air = block(30, 10, '.'), glass = block(30, 2, 'G');
  for (const char letter : {'s', 'w', 'h'}) {
    Play play(config, air + block(30, 6, 'a') + block(30, 4, letter) + glass);
    play.run(2000);
    CHECK(play.count("acid") == 60);  // one acid for each cell that it eats
    CHECK(play.count("sand") + play.count("water") + play.count("honey") == 0);
    CHECK(play.count("glass") == 60);
  }
  Play slowly(config, block(30, 1, 's') + block(30, 1, 'a'));
  slowly.run(1);
  CHECK(slowly.count("sand") < 30);
  CHECK(slowly.count("sand") > 15);  // one in ten times
  CHECK(slowly.count("acid") == slowly.count("sand"));

  CHECK(Play(config, block(9, 2, 's') + block(9, 4, 'w')).run(300).picture() == block(9, 4, 'w') + block(9, 2, 's'));
  const Rows no_rule = block(9, 2, 'h') + block(9, 2, 'w');
  CHECK(Play(config, no_rule).run(300).picture() == no_rule);
  const auto flat_after = [&](char letter, const char* name) {
    Play dam(config, beside(block(10, 20, letter), block(30, 20, '.')));
    int count = 0;
    while (dam.height_of(name) > 6 && count++ < 100) dam.run(50);
    return count;
  };
  CHECK(flat_after('h', "honey") > 2 * flat_after('w', "water"));  // flows slowly
  CHECK(Play(config, block(9, 2, 'h') + block(9, 9, '.')).run(100).row_of("honey") > 8);
  CHECK(Play(config, block(9, 2, 'a') + block(9, 9, '.')).run(100).row_of("acid") > 8);
}

void fire_that_spreads(const std::string& config) {
  const Rows air = block(30, 10, '.');
  for (const auto& [letter, name] : {std::pair{'W', "wood"}, std::pair{'O', "oil"}}) {
    Play below(config, air + block(30, 6, letter) + block(30, 1, 'f'));
    CHECK(below.run(1000).count(name) < 9);
    Play above(config, air + block(30, 1, 'f') + block(30, 6, letter));
    CHECK(above.run(1000).count(name) < 9);
    CHECK(above.count("fire") == 0);
  }
  Play water(config, air + block(30, 6, 'w') + block(30, 1, 'f'));
  CHECK(water.run(100).count("fire") == 0);
  CHECK(water.count("water") == 180);
  CHECK(Play(config, air + block(30, 2, 'f')).run(8).row_of("fire") < 9);  // rises
  CHECK(Play(config, block(9, 2, 'w') + block(9, 4, 'O')).run(300).picture() == block(9, 4, 'O') + block(9, 2, 'w'));
  const Ruleset rules = ruleset_of(config);
  std::vector<std::string> tabs;
  for (const Group& group : rules.groups) {
    if (!group.hidden) tabs.push_back(group.name);
  }
  CHECK(tabs == std::vector<std::string>{"Misc", "burns", "tools"});
}

void bomb_that_bursts(const std::string& config) {
  Rows rows = block(41, 41, 'W');
  for (std::size_t x = 0; x < 41; ++x) rows[12][x] = 'B';
  rows[20].replace(20, 1, "b");
  CHECK(Play(config, rows).run(50).count("bomb") == 1);  // nothing without fire
  rows[19].replace(20, 1, "f");
  Play play(config, rows);
  play.run(4);
  CHECK(play.count("bomb") == 0);
  CHECK(play.count("fire") > 100);  // a disc of radius 8 has some 200 cells
  CHECK(play.height_of("fire") >= 14);
  CHECK(play.height_of("fire") <= 20);
  CHECK(play.count("brick") >= 38);
}

void tap_that_pours(const std::string& config) {
  for (const auto& [letter, name] : {std::pair{'w', "water"}, std::pair{'O', "oil"}}) {
    const std::string above = std::string(10, '.') + letter + std::string(10, '.');
    Play play(config, Rows{above, "..........T.........."} + block(21, 20, '.'));
    CHECK(play.run(300).count(name) > 40);
    CHECK(play.count(name == std::string("oil") ? "water" : "oil") == 0);
  }
  CHECK(Play(config, Rows{"..T.."} + block(5, 9, '.')).run(100).count("tap") == 1);
}

void fire_bombs_and_taps(const std::string& config) {
  fire_that_spreads(config);
  bomb_that_bursts(config);
  tap_that_pours(config);
}

// ---- docs/configs.md, ten minutes with wxSand ----

void kinds_of_wxsand(const std::string& config) {
  // The outermost cells are a border.
  const Rows sides = block(16, 12, '.');
  const Rows tower = block(40, 5, '.') + beside(beside(sides, block(8, 12, 's')), sides) + block(40, 1, '.');
  Play sand(config, tower);
  CHECK(sand.height_of("sand") == 12);
  CHECK(sand.run(4000).height_of("sand") <= 4);  // 96 cells over 38 columns
  CHECK(sand.count("sand") == 96);
  CHECK(sand.rules().elements[1].description == "Falls, and flows flat in time.");
  const std::string dense_air =
      replaced(replaced(config, "0     1     0    0    1", "0     1     99   0    1"), "0.9   0.3", "0.9   0  ");
  CHECK(Play(dense_air, tower).run(4000).height_of("sand") >= 6);  // a slope
  Rows water = tower;
  for (std::string& row : water) std::ranges::replace(row, 's', 'w');
  CHECK(Play(config, water).run(1000).height_of("water") <= 4);

  const Rows air = block(20, 1, '.');
  Play sinking(config, air + block(20, 4, 's') + block(20, 6, 'w') + air);
  CHECK(sinking.run(2000).row_of("sand") > sinking.row_of("water"));
  CHECK(Play(config, block(20, 10, '.') + block(20, 2, 't') + air).run(300).row_of("steam") < 4);
  const Rows stone = block(20, 3, '.') + Rows{".....ooooo.........."} + block(20, 3, '.');
  Play stays(config, stone);
  stays.run(200);
  CHECK(stays.row_of("stone") == 3);
  CHECK(stays.count("stone") == 5);
  Play on_stone(config, air + block(20, 3, 's') + block(20, 2, 'o') + air);
  on_stone.run(500);
  CHECK(on_stone.row_of("sand") < on_stone.row_of("stone"));
}

void fire_and_plants(const std::string& config) {
  const Rows air = block(40, 1, '.');
  Play flames(config, air + block(40, 20, 'f') + air);
  const auto before = static_cast<double>(flames.run(1).count("fire"));  // the border is empty now
  const double share = (before - static_cast<double>(flames.run(1).count("fire"))) / before;
  CHECK(share > 0.02);
  CHECK(share < 0.1);  // one in 20
  CHECK(flames.run(400).count("fire") == 0);
  CHECK(flames.count("ash") > 30);
  CHECK(flames.count("ash") < 140);  // a tenth of 760

  Play burning(config, air + block(40, 12, 'p') + block(40, 1, 'f') + air);
  CHECK(burning.run(600).count("plant") < 20);
  Play growing(config, air + block(40, 5, 'w') + block(40, 1, 'p') + air);
  CHECK(growing.run(1000).count("plant") > 100);
  Play quenching(config, block(40, 10, '.') + block(40, 5, 'w') + block(40, 1, 'f') + air);
  CHECK(quenching.run(100).count("fire") == 0);
  CHECK(quenching.count("steam") > 20);
  CHECK(quenching.count("water") < 190);
}

void heat_of_rock_and_water(const std::string& config) {
  const Rows air = block(20, 1, '.'), rock = air + block(20, 6, 'r') + air;
  CHECK(ruleset_of(config).elements[3].hot_color == Color{255, 120, 30});
  Play cold(config, rock);
  CHECK(cold.run(300).count("lava") == 0);
  Play hot(config, rock);
  CHECK(hot.heat(99).run(50).count("lava") > 20);
  Play meeting(config, air + block(20, 4, 'w') + block(20, 1, 'l') + air);
  meeting.run(100);
  CHECK(meeting.count("rock") >= 15);
  CHECK(meeting.count("steam") >= meeting.count("rock"));
  const Rows water = block(20, 6, '.') + block(20, 4, 'w') + air;
  CHECK(Play(config, water).run(200).count("steam") == 0);
  CHECK(Play(config, water).heat(99).run(50).count("steam") > 20);
}

void explosions(const std::string& config) {
  const Rows air = block(61, 30, '.');
  Play bomb(config, air + Rows{block(30, 1, '.')[0] + "bf" + block(29, 1, '.')[0]} + air);
  std::int64_t most = 0;
  std::int64_t widest = 0;
  for (int frame = 0; frame < 10; ++frame) {
    bomb.run(1);
    most = std::max(most, bomb.count("fire"));
    widest = std::max(widest, bomb.width_of("fire"));
  }
  CHECK(most > 350);  // a disc of 25 cells has 490
  CHECK(widest >= 24);
  CHECK(widest <= 31);  // and what rises from it slides
  CHECK(bomb.count("bomb") == 0);

  Play powder(config, block(61, 20, '.') + block(61, 10, 'g') + block(61, 1, 'f') + block(61, 1, '.'));
  powder.run(5);
  CHECK(std::ranges::any_of(powder.world().bytes(Plane::velocity), [](std::uint8_t speed) { return speed != 0; }));
  CHECK(powder.count("powder") < 500);
  CHECK(Play(config, air).run(50).count("powder") > 50);  // from the source
  const auto& groups = ruleset_of(config).groups;
  CHECK(std::ranges::count(groups, "Blasting", &Group::name) == 1);
}

// ---- all of them ----

struct Check {
  const char* automaton;  // in which it opens
  const char* intro;      // the last line of text above the sample
  void (*does_what_it_says)(const std::string& config);
};
constexpr Check kChecks[] = {
    {"conserving",
     "A config names the elements and says what happens when two of them meet. This one is complete:", readme},
    {"density", "Two lines make matter:", sand_falls},
    {"density", "Now water, in which sand sinks, and a wall that nothing moves:", sand_sinks_and_walls_stay},
    {"conserving",
     "A rule need not be a swap. Here acid eats sand and becomes smoke, which rises because it is lighter than air:",
     acid_smokes},
    {"conserving", "liquids, and an acid that eats everything but glass:", acid_that_spares_glass},
    {"conserving", "when it gets hot, and a tap pours whatever you put into it first:", fire_bombs_and_taps},
    {"elements", "unchanged: drop one on the window. This is how to write your own.", kinds_of_wxsand},
    {"elements",
     "become. Both start with a probability, and end with one or more *outcomes*, each with its share; the shares add "
     "up to 1:",
     fire_and_plants},
    {"elements", "same amount is subtracted when it acts. `hotcolor` shows the heat:", heat_of_rock_and_water},
    {"elements", "fills a disc, and needs no reaction:", explosions},
};

std::vector<Sample> all_samples() {
  std::vector<Sample> all = samples_of("README.md");
  std::ranges::copy(samples_of("docs/configs.md"), std::back_inserter(all));
  return all;
}

}  // namespace

TEST_CASE("every sample of the documents has a check, and no check is for a sample that is gone") {
  std::vector<std::string> printed, checked;
  for (const Sample& sample : all_samples()) printed.push_back(sample.intro);
  for (const Check& check : kChecks) checked.push_back(check.intro);
  CHECK(printed == checked);
}

TEST_CASE("each config that comes with Repose or stands in a document opens in its automaton") {
  const std::map<std::string, std::string> expected = {
      {"chemistry.txt", "elements"},      {"classic.cfg", "conserving"},
      {"default.cfg", "conserving"},      {"density-world.cfg", "density"},
      {"elements-world.txt", "elements"}, {"fastsab.cfg", "fastsab"},
      {"fireworks.txt", "elements"},      {"layers.cfg", "conserving"},
      {"pond.txt", "elements"},           {"sandjs.cfg", "density"},
      {"sandpile.cfg", "sandpile"},       {"tiles.cfg", "tiles"},
      {"volcano.txt", "elements"},        {"water.cfg", "water"}};
  const Registry registry = make_registry();
  std::map<std::string, std::string> shipped;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs")) {
    if (file.is_directory() || file.path().filename().string().starts_with(".")) continue;
    const ConfigResult read = read_config_file(file.path());
    REQUIRE(read.ruleset);
    shipped[file.path().filename().string()] = registry.automaton_for(*read.ruleset).name;
  }
  CHECK(shipped == expected);
  const std::vector<Sample> printed = all_samples();
  REQUIRE(printed.size() == std::size(kChecks));
  for (std::size_t i = 0; i < printed.size(); ++i)
    CHECK(registry.automaton_for(ruleset_of(printed[i].config)).name == kChecks[i].automaton);
}

TEST_CASE("every sample of the documents is read without a message and does what the text beside it says") {
  for (const Sample& sample : all_samples()) {
    INFO(sample.file << ", below: " << sample.intro);
    const ConfigResult read = read_config(sample.config, "sample.cfg");
    REQUIRE(read.ruleset);
    CHECK(read.diagnostics.empty());
    for (const Diagnostic& note : lint_rules(*read.ruleset)) CHECK_FALSE(note.message.starts_with("seldom happens"));
    for (const Check& check : kChecks) {
      if (sample.intro == check.intro) check.does_what_it_says(sample.config);
    }
  }
}

TEST_CASE("the item that docs/configs.md draws stamps its picture") {
  const std::string text = read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  const auto begin = text.find("    item House 1\n"), end = text.find("\n\n", begin);
  REQUIRE(begin != text.npos);
  std::istringstream lines(text.substr(begin, end - begin));
  std::string item;
  for (std::string line; std::getline(lines, line);) item += line.substr(4) + "\n";
  const std::string config =
      "# wxSand, File subversion 2\nelement Air 0 0 0 0 1 0 0 1\nelement Stone 9 9 9 0 0 9 0 1\n"
      "element Plant 1 1 1 0 0 9 0 1\n";
  CHECK(read_config(config + item, "").diagnostics.empty());
  Play play(config + item, block(9, 4, '.') + Rows{"....H...."} + block(9, 4, '.'));
  CHECK(play.run(1).count("stone") == 5);
  CHECK(play.count("plant") == 1);
}

}  // namespace repose::test::samples_test
