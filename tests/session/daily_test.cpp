// Lands, and the world of the day: every date has one, every task can be solved on any land, by anybody.
#include "session/daily.hpp"

#include <fmt/format.h>

#include <chrono>
#include <set>

#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/challenge.hpp"
#include "session/run_state.hpp"
#include "session/scenes/land.hpp"
#include "session_support.hpp"

namespace repose::test::daily_test {

namespace {

const LoadedRules& rules() {
  static const LoadedRules loaded = default_rules();
  return loaded;
}

World land(const LandPlan& plan, int width = 160, int height = 100) {
  World world(width, height);
  REQUIRE(find_scene("land")->fill(world, *rules().ruleset, pack_land(plan)).ok());
  return world;
}

std::ptrdiff_t count(const World& world, std::initializer_list<std::string_view> names) {
  std::ptrdiff_t found = 0;
  for (const std::string_view name : names)
    found += std::ranges::count(world.cells(), rules().ruleset->find(name).value());
  return found;
}

Day day_after(const Day& day, int days) {
  const std::chrono::year_month_day from{std::chrono::year(day.year),
                                         std::chrono::month(static_cast<unsigned>(day.month)),
                                         std::chrono::day(static_cast<unsigned>(day.day))};
  const std::chrono::year_month_day to = std::chrono::sys_days(from) + std::chrono::days(days);
  return {static_cast<int>(to.year()), static_cast<int>(static_cast<unsigned>(to.month())),
          static_cast<int>(static_cast<unsigned>(to.day()))};
}

std::shared_ptr<const Challenge> challenge_of(const Day& day) {
  const ChallengeResult read = find_challenge(day_name(day), rules());
  for (const Diagnostic& d : read.diagnostics) FAIL_CHECK(format(d));
  REQUIRE(read.challenge);
  return read.challenge;
}

// What a player does who looks at the land: a plan (docs/challenges.md) for one challenge.
class Planner {
 public:
  explicit Planner(const Challenge& challenge) : challenge_(challenge), text_("challenge " + challenge.name + "\n") {}

  std::string plan(int task) {
    static constexpr void (Planner::*kPlans[kDayTasks])() = {
        &Planner::grow_trees, &Planner::drain_lake, &Planner::salt_lake,   &Planner::winter,
        &Planner::mine,       &Planner::burn_wood,  &Planner::make_rain,   &Planner::thaw,
        &Planner::make_glass, &Planner::feed_fish,  &Planner::long_fire,   &Planner::make_stone,
        &Planner::sow,        &Planner::burn_lake,  &Planner::set_locusts, &Planner::level_peak};
    (this->*kPlans[task])();
    return text_;
  }

 private:
  static constexpr CellBox kAll{0, 0, 320, 200};

  template <class... Args>
  void at(int step, fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format("at {} ", step) + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }
  std::string_view name(int x, int y) const { return challenge_.rules->elements[challenge_.start.cell(x, y)].name; }
  int surface(int x) const {
    int y = 60;
    while (name(x, y) == "air" || name(x, y) == "blade" || name(x, y) == "flower") ++y;
    return y;
  }
  const CellBox& region(std::string_view wanted) const {
    return std::ranges::find(challenge_.regions, wanted, &ChallengeRegion::name)->box;
  }
  // Places on the surface, at least `gap` columns apart.
  std::vector<CellPoint> places(std::initializer_list<std::string_view> on, int gap, const CellBox& in) const {
    std::vector<CellPoint> found;
    for (int x = std::max(3, in.x); x < std::min(317, in.x + in.width); ++x) {
      if (std::ranges::find(on, name(x, surface(x))) == on.end()) continue;
      if (found.empty() || x >= found.back().x + gap) found.push_back({x, surface(x)});
    }
    return found;
  }
  // The column with most such places within `reach`.
  int widest(std::initializer_list<std::string_view> on, int reach) const {
    const auto all = places(on, 1, kAll);
    const auto near = [&](int x) {
      return std::ranges::count_if(all, [&](CellPoint p) { return std::abs(p.x - x) < reach; });
    };
    int best = reach + 4;
    for (int x = best; x < 316 - reach; ++x)
      if (near(x) > near(best)) best = x;
    return best;
  }

  void grow_trees() {
    for (const CellPoint p : places({"dirt"}, 14, kAll)) at(0, "sapling {} {} size 1", p.x, p.y - 1);
  }
  void drain_lake() {
    const CellBox& lake = region("lake");
    const int x = lake.x + lake.width / 2;
    int y = lake.y + lake.height;
    while (name(x, y) != "air") ++y;
    at(0, "erase {} {} {} {} size 4", x, lake.y + lake.height - 2, x, y + 3);
  }
  void over_lake(int step, std::string_view what, int above, int size) {
    const CellBox& lake = region("lake");
    at(step, "{} {} {} {} {} size {}", what, lake.x + 8, lake.y + above, lake.x + lake.width - 8, lake.y + above, size);
  }
  void salt_lake() {
    for (int i = 0; i < 4; ++i) over_lake(i * 60, "salt", 2, 2);
  }
  void winter() {
    over_lake(0, "nitrogen", 3, 4);
    for (const CellPoint p : places({"dirt", "grass", "stone", "snow", "plant"}, 6, kAll))
      at(8, "snow {} {} size 4", p.x, p.y - 4);
  }
  void mine() {
    const CellBox& vein = region("vein");
    for (const int x : {vein.x + vein.width / 4, vein.x + vein.width * 3 / 4}) {
      at(0, "erase {} {} {} {} size 2", x, surface(x) - 1, x, vein.y + vein.height - 2);
      for (int step = 0; step < 400; step += 4) at(step, "acid {} {} size 3", x, surface(x) + 1);
    }
  }
  void burn_wood() {
    for (const CellPoint p : places({"wood", "grass", "plant", "tendril"}, 22, region("wood")))
      at(0, "fire {} {} size 3", p.x, p.y - 1);
  }
  void make_rain() {
    const int x = widest({"dirt"}, 36);
    at(0, "cloud {} 50 {} 50 size 2", x - 36, x + 36);
  }
  void in_bowl(int step, std::string_view what, int above, int size) {
    const CellBox& bowl = region("bowl");
    const int y = bowl.y + bowl.height - above;
    at(step, "{} {} {} {} {} size {}", what, bowl.x + 3, y, bowl.x + bowl.width - 4, y, size);
  }
  void thaw() {
    in_bowl(0, "snow", 5, 3);
    in_bowl(20, "snow", 7, 3);
    in_bowl(90, "fire", 13, 1);
  }
  void make_glass() {
    const int x = widest({"dirt", "grass"}, 20), y = surface(x);
    for (const auto& [step, what, above, size] :
         {std::tuple(0, "sand", 8, 4), {60, "lava", 12, 3}, {120, "sand", 20, 3}, {180, "lava", 20, 3}})
      at(step, "{} {} {} {} {} size {}", what, x - 17, y - above, x + 17, y - above, size);
  }
  void feed_fish() {
    const CellBox& lake = region("lake");
    for (const int step : {0, 300})
      at(step, "worm {} {} {} {} size 1", lake.x + lake.width / 4, lake.y + 2, lake.x + lake.width * 3 / 4, lake.y + 2);
  }
  void long_fire() {
    in_bowl(0, "coal", 7, 5);
    for (int step = 60; step < 260; step += 20) in_bowl(step, "fire", 8, 1);
  }
  void make_stone() {
    for (int step = 0; step < 240; step += 40) over_lake(step, "lava", 3, 2);
  }
  void sow() {
    auto beds = places({"grass", "dirt"}, 5, region("meadow"));
    beds.resize(std::min<std::size_t>(beds.size(), 20));
    for (const CellPoint p : beds) {
      at(0, "water {} {} size 2", p.x, p.y - 3);
      at(90, "seed {} {} size 1", p.x, p.y - 5);
    }
  }
  void burn_lake() {
    over_lake(0, "oil", 14, 3);
    over_lake(120, "fire", 20, 1);
  }
  void set_locusts() {
    for (const CellPoint p : places({"plant", "tendril"}, 6, region("wood"))) at(0, "mite {} {} size 1", p.x, p.y - 1);
  }
  void level_peak() {
    const CellBox& peak = region("peak");
    for (int i = 1; i <= 3; ++i) {
      const int x = peak.x + peak.width * i / 4;
      at(0, "bomb {} {} size 3", x, surface(x) - 2);
      at(1, "spark {} {} size 3", x, surface(x) - 4);
      at(4, "spark {} {} size 3", x, surface(x) - 4);
    }
  }

  const Challenge& challenge_;
  std::string text_;
};

Replay plan_of(const Challenge& challenge, int task) {
  Replay plan;
  const Status status = read_plan(Planner(challenge).plan(task), "plan", *rules().ruleset, plan);
  INFO(status.message());
  REQUIRE(status);
  return plan;
}

}  // namespace

// ---- lands ----

TEST_CASE("the plan of a land survives its seed, and a plain seed is a usual land") {
  for (int amount = 0; amount <= LandPlan::kMost; ++amount) {
    const LandPlan plan{amount, LandPlan::kMost - amount, amount, 3, 7, 0xfedcba98u};
    CHECK(unpack_land(pack_land(plan)) == plan);
  }
  CHECK(pack_land(LandPlan{}) == 1);
  CHECK(unpack_land(77) == LandPlan{5, 5, 5, 5, 5, 77});
  CHECK(unpack_land(~std::uint64_t{0}) == LandPlan{5, 5, 5, 5, 5, ~0u});
  CHECK(unpack_land(pack_land({99, -3, 5, 5, 5, 1})) == LandPlan{10, 0, 5, 5, 5, 1});
}

TEST_CASE("every land has rock, is held, and has water, trees, caves and ore as its plan says") {
  const AutomatonDefinition& conserving = *find_automaton("conserving");
  std::vector<LandPlan> plans;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) plans.push_back({5, 5, 5, 5, 5, seed});
  for (const auto amount : {&LandPlan::hills, &LandPlan::water, &LandPlan::caves, &LandPlan::wood, &LandPlan::ore}) {
    for (const int value : {0, LandPlan::kMost}) {
      LandPlan plan;
      plan.seed = 7;
      plan.*amount = value;
      plans.push_back(plan);
    }
  }
  for (const LandPlan& plan : plans) {
    CAPTURE(plan.seed, plan.hills, plan.water, plan.caves, plan.wood, plan.ore);
    const World world = land(plan);
    const auto cells = static_cast<std::ptrdiff_t>(world.cell_count());
    CHECK(count(world, {"stone"}) >= cells / 20);
    CHECK((count(world, {"water"}) > 0) == (plan.water > 0));
    CHECK((count(world, {"grass"}) > 0) == (plan.wood > 0));
    CHECK((count(world, {"metal", "coal", "salt"}) > 0) == (plan.ore > 0));
    const auto unheld = conserving.unheld(*rules().ruleset, world, find_scene("land")->parameters);
    CHECK(std::ranges::count(unheld, 0) == static_cast<std::ptrdiff_t>(unheld.size()));
  }
}

TEST_CASE("more of one thing is more of it") {
  const auto of = [](int LandPlan::*amount, std::initializer_list<std::string_view> names) {
    std::vector<std::ptrdiff_t> counts;
    for (const int value : {2, 5, 9}) {
      LandPlan plan;
      plan.*amount = value;
      counts.push_back(count(land(plan), names));
    }
    CAPTURE(counts);
    CHECK(counts[0] < counts[1]);
    CHECK(counts[1] < counts[2]);
  };
  of(&LandPlan::water, {"water"});
  of(&LandPlan::wood, {"plant", "tendril", "wood"});
  of(&LandPlan::ore, {"metal"});
}

TEST_CASE("the sky of a land is free, and no two seeds are alike") {
  std::vector<World> worlds;
  for (std::uint32_t seed = 1; seed <= 3; ++seed) worlds.push_back(land({10, 5, 5, 10, 5, seed}, 640, 400));
  for (const World& world : worlds) {
    CHECK(std::all_of(world.cells().begin(), world.cells().begin() + 640 * 140,
                      [](std::uint8_t cell) { return cell == 0; }));
    for (const World& other : worlds) {
      if (&other == &world) continue;
      std::ptrdiff_t differing = 0;
      for (std::size_t i = 0; i < world.cell_count(); ++i) differing += world.cells()[i] != other.cells()[i] ? 1 : 0;
      CHECK(differing > 640 * 400 / 10);
    }
  }
}

TEST_CASE("a seed gives the same land everywhere") {
  const std::pair<std::uint32_t, const char*> approved[] = {
      {1, "9da5d45d443d94a0"}, {2, "b91e8cff09380101"}, {4000000000u, "e2281b6b3d5d66b3"}};
  for (const auto& [seed, hash] : approved)
    CHECK(fmt::format("{:016x}", hash_world(land({5, 5, 5, 5, 5, seed}), {Plane::cells})) == hash);
}

// ---- days ----

TEST_CASE("a day has a name, and a date that does not exist has no world") {
  const Day day{2026, 11, 28};
  CHECK(day_name(day) == "day-2026-11-28");
  CHECK(day_of_name("day-2026-11-28") == day);
  CHECK(day_title(day) == "28 November 2026");
  for (const char* name :
       {"day-2026-11", "day-2026-11-", "day-2026-3-7", "day-2026-11-28x", "day-x-1-1", "days-2026-11-28", ""})
    CHECK_FALSE(day_of_name(name));
  const auto refusal = [](const char* name) {
    const ChallengeResult read = find_challenge(name, rules());
    CHECK_FALSE(read.challenge);
    return read.diagnostics.empty() ? std::string() : read.diagnostics.front().message;
  };
  CHECK(refusal("day-2027-02-29") == "There is no such day: 2027-02-29.");
  CHECK(refusal("day-2026-13-01") == "There is no such day: 2026-13-01.");
  CHECK(refusal("day-2026-00-257") == "There is no such day: 2026-00-257.");
  CHECK(refusal("day-2025-12-31") == "A world of the day has a date from 1 January 2026 to 31 December 2099.");
  CHECK(refusal("day-2100-01-01") == "A world of the day has a date from 1 January 2026 to 31 December 2099.");
  CHECK(why_no_day({2028, 2, 29}).empty());
  CHECK(find_challenge("day-2026-03-07", rules()).challenge->name == "day-2026-03-07");
}

TEST_CASE("sixteen days have sixteen tasks, and no two blocks have the same order") {
  std::set<std::vector<int>> orders;
  for (int block = 0; block < 68; ++block) {  // three years
    std::vector<int> order;
    for (int i = 0; i < kDayTasks; ++i) order.push_back(day_task(day_after(kFirstDay, block * kDayTasks + i)));
    orders.insert(order);
    std::ranges::sort(order);
    for (int i = 0; i < kDayTasks; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
  }
  CHECK(orders.size() == 68);
}

TEST_CASE("every day has a text, the same for every call, and another than the day before") {
  std::string last;
  for (int i = 0; i < 3 * 366; i += 90) {
    const Day day = day_after(kFirstDay, i);
    INFO(day_name(day));
    const std::string text = daily_challenge(day, *rules().ruleset);
    CHECK(text.starts_with("challenge World of the day, " + day_title(day) + "\n"));
    CHECK(text != last);
    if (i % 2 == 0) CHECK(daily_challenge(day, *rules().ruleset) == text);
    last = text;
  }
}

TEST_CASE("the task of every day can be solved") {
  const Registry registry = make_registry();
  std::array<int, kDayTasks> solved{};
  for (int i = 0; i < 3 * kDayTasks; ++i) {
    const Day day = day_after(kFirstDay, 20 * kDayTasks + i);
    const int task = day_task(day);
    const auto challenge = challenge_of(day);
    const Verdict verdict = judge(registry, plan_of(*challenge, task), challenge, Backend::cpu, 1);
    CAPTURE(day_name(day), task, challenge->text, verdict.refusal);
    CHECK(verdict.refusal.empty());
    CHECK(verdict.play.ended > 0);  // not before anything was done
    CHECK(challenge->gold);
    ++solved[static_cast<std::size_t>(task)];
  }
  for (const int count : solved) CHECK(count == 3);
}

TEST_CASE("no task is solved by waiting") {
  const Registry registry = make_registry();
  for (int i = 0; i < kDayTasks; ++i) {
    const auto challenge = challenge_of(day_after(kFirstDay, i));
    Session session(registry, rules(), {.threads = 1});
    REQUIRE(session.execute(command::StartChallenge{challenge}).ok);
    REQUIRE(session.execute(command::Step{112}).ok);
    INFO(challenge->text);
    CHECK(session.state().play.state != ChallengePlay::State::solved);
  }
}

TEST_CASE("the reference says the same of a day as the fast backend, and the result fits into a line") {
  const Registry registry = make_registry();
  Day day = kFirstDay;
  while (day_task(day) != 11) day = day_after(day, 1);  // lava in the lake: short
  const auto challenge = challenge_of(day);
  const Replay plan = plan_of(*challenge, 11);
  const Verdict fast = judge(registry, plan, challenge, Backend::cpu, 2);
  const Verdict reference = judge(registry, plan, challenge, Backend::scalar, 1);
  REQUIRE(fast.refusal.empty());
  CHECK(reference.refusal.empty());
  CHECK(reference.play.ended == fast.play.ended);
  CHECK(reference.play.goals.front().cells == fast.play.goals.front().cells);
  const std::string line = result_line(*challenge, fast.play);
  INFO(line);
  CHECK(line.starts_with(
      fmt::format("Repose {}-{:02}-{:02}: {}, ", day.year, day.month, day.day, medal_name(fast.play.medal))));
  CHECK(line.ends_with(fmt::format(" cells, {} stroke{}", fast.play.strokes, fast.play.strokes == 1 ? "" : "s")));
  CHECK(line.find('\n') == line.npos);
}

}  // namespace repose::test::daily_test
