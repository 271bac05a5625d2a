#include "session/daily.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <chrono>
#include <numeric>

#include "core/language.hpp"
#include "repose/rng.hpp"
#include "repose/world.hpp"
#include "session/scenes/gallery.hpp"
#include "session/scenes/land.hpp"

namespace repose {

namespace {

constexpr int kDayWidth = 320, kDayHeight = 200;
constexpr std::string_view kDayPrefix = "day-";
constexpr std::array<const char*, 12> kMonths = {text_id("January"), text_id("February"), text_id("March"),
                                                 text_id("April"),   text_id("May"),      text_id("June"),
                                                 text_id("July"),    text_id("August"),   text_id("September"),
                                                 text_id("October"), text_id("November"), text_id("December")};

std::chrono::year_month_day date_of(const Day& day) {
  return {std::chrono::year(day.year), std::chrono::month(static_cast<unsigned>(day.month)),
          std::chrono::day(static_cast<unsigned>(day.day))};
}

// Days since kFirstDay.
std::uint32_t number_of(const Day& day) {
  const auto since = std::chrono::sys_days(date_of(day)) - std::chrono::sys_days(date_of(kFirstDay));
  return static_cast<std::uint32_t>(since.count());
}

// A land whose text is being written.
struct DayDraft {
  DayDraft(const Ruleset& rules_of_it, const LandPlan& plan)
      : rules(rules_of_it), world(kDayWidth, kDayHeight), seed(plan.seed) {
    Sketch sketch(world, rules, seed);
    places = draw_land(sketch, plan);
  }

  // A number from `low` to `high`, both included.
  int number(int low, int high, std::uint32_t use) const {
    const auto range = static_cast<std::uint32_t>(high - low + 1);
    return low + static_cast<int>(below(mix32(mix32(seed) ^ use), range));
  }
  int count(const CellBox& box, std::initializer_list<std::string_view> names) const {
    std::bitset<kElementsMax> counts;
    for (const std::string_view name : names) counts.set(rules.find(name).value_or(0));
    int found = 0;
    for (int y = box.y; y < box.y + box.height; ++y)
      for (int x = box.x; x < box.x + box.width; ++x) found += counts[world.cell(x, y)] ? 1 : 0;
    return found;
  }
  int count(std::initializer_list<std::string_view> names) const { return count({0, 0, kDayWidth, kDayHeight}, names); }
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text += fmt::format(format, std::forward<Args>(args)...) + '\n';
  }
  void region(std::string_view name, const CellBox& b) {
    line("region {} {} {} {} {}", name, b.x, b.y, b.x + b.width - 1, b.y + b.height - 1);
  }
  // For so many painted cells, gold in `seconds` and silver in twice the time.
  void medals(int gold, int silver, int seconds) {
    line("medal silver matter {} time {} s", silver, 2 * seconds);
    line("medal gold matter {} time {} s", gold, seconds);
  }
  // A bowl of wall in the sky, and the region inside it.
  void bowl(int half) {
    const int x = number(half + 20, kDayWidth - half - 20, 10), y = number(28, 34, 11);
    line("cup wall {} {} {} {} 2", x - half - 2, y, x + half + 2, y + 26);
    region("bowl", {x - half, y - 14, 2 * half + 1, 39});
  }
  // The lake with the air over it.
  CellBox over_lake(int rows) const {
    const CellBox& lake = places.lake;
    return {lake.x, lake.y - rows, lake.width, lake.height + rows};
  }

  const Ruleset& rules;
  World world;
  std::uint32_t seed;
  LandPlaces places;
  std::string text;
};

struct DayTask {
  LandPlan plan;     // without the seed
  const char* text;  // what to do
  const char* hint;
  void (*write)(DayDraft& d);  // regions, what is allowed, goals, medals
};

// The square with most metal in it, near the surface if there is enough.
CellBox vein_of(const DayDraft& d) {
  constexpr int kSide = 24, kEvery = 8;
  CellBox best;
  int most = -1;
  for (int y = 0; y + kSide < kDayHeight - 8; y += kEvery) {
    for (int x = kEvery; x + kSide < kDayWidth - kEvery; x += kEvery) {
      const int worth = d.count({x, y, kSide, kSide}, {"metal"}) * (3 * kDayHeight / 2 - y);
      if (worth <= most) continue;
      most = worth;
      best = {x, y, kSide, kSide};
    }
  }
  return best;
}

// The plan: hills, water, caves, wood, ore.
constexpr std::array<DayTask, kDayTasks> kTasks = {{
    {{4, 5, 5, 0, 5},
     text_id("Nothing grows here yet. Plant a wood."),
     text_id("Wet earth is better than dry earth."),
     [](DayDraft& d) {
       d.line("allow sapling 24");
       d.line("allow water 200");
       d.line("goal at least 240 greens");
       d.line("goal at least 150 timber");
       d.medals(16, 60, 40);
     }},
    {{5, 7, 9, 3, 5},
     text_id("Let two thirds of the lake run into the cave under it."),
     text_id("A hole as wide as a finger will do."),
     [](DayDraft& d) {
       const int water = d.count(d.places.lake, {"water"});
       const int gap = d.places.hall.y - d.places.lake.y - d.places.lake.height + d.places.hall.height / 2;
       d.region("lake", d.places.lake);
       d.line("allow erase {}", 14 * gap);
       d.line("goal at most {} water in lake", water / 3);
       d.medals(5 * gap, 9 * gap, 40);
     }},
    {{5, 5, 4, 4, 6},
     text_id("Make a salt lake."),
     text_id("Salt that falls through much water dissolves best."),
     [](DayDraft& d) {
       const int water = d.count(d.places.lake, {"water"});
       d.region("lake", d.over_lake(6));
       d.line("allow salt {}", water * 2 / 3);
       d.line("goal at least {} saltwater in lake", water / 3);
       d.medals(water / 4, water / 3, 60);
     }},
    {{6, 6, 4, 6, 5},
     text_id("A white winter: snow on the land, and ice on the lake."),
     text_id("Liquid nitrogen freezes water. A thin layer is enough."),
     [](DayDraft& d) {
       const int water = d.count(d.places.lake, {"water"});
       d.region("lake", d.over_lake(6));
       d.line("allow nitrogen {}", water);
       d.line("allow snow 600");
       d.line("goal at least {} ice in lake", water / 4);
       d.line("goal at least {} snow", 220 + d.count({"snow"}) * 3 / 4);  // some slides into the lake
       d.medals(water / 3 + 280, water / 2 + 320, 40);
     }},
    {{6, 3, 2, 3, 10},
     text_id("There is metal in the mountain. Eat a third of the vein away."),
     text_id("First a shaft to the vein, then the acid."),
     [](DayDraft& d) {
       const CellBox vein = vein_of(d);
       const int metal = d.count(vein, {"metal"});
       d.region("vein", vein);
       d.line("allow erase 300");
       d.line("allow acid 1200");
       d.line("goal at most {} metal in vein", metal * 2 / 3);
       d.medals(metal + 240, metal + 500, 60);
     }},
    {{3, 5, 4, 9, 4},
     text_id("Burn the wood, but keep the meadow on the other side. At the end nothing may glow."),
     text_id("Fire runs along grass and branches."),
     [](DayDraft& d) {
       const int timber = d.count(d.places.wood, {"wood"});
       d.region("wood", d.places.wood);
       d.region("meadow", d.places.meadow);
       d.line("allow fire 120");
       d.line("allow erase 200");
       d.line("goal at most {} timber in wood", timber / 3);
       d.line("goal no hot in wood for 1 s");
       d.line("goal keep {} grass+blade in meadow", d.count(d.places.meadow, {"grass", "blade"}) * 3 / 4);
       d.medals(50, 100, 60);
     }},
    {{4, 5, 5, 0, 5},
     text_id("The earth is dry. Make a rain of your own, and mud of the earth."),
     text_id("A cloud rains for ever, a wide one faster."),
     [](DayDraft& d) {
       d.line("allow cloud 160");
       int dry = 0;  // columns with earth on top
       for (int x = 0; x < kDayWidth; ++x) {
         int y = 0;
         while (y < kDayHeight - 1 && d.world.cell(x, y) == 0) ++y;
         dry += d.world.cell(x, y) == d.rules.find("dirt") ? 1 : 0;
       }
       d.line("goal at least {} mud", dry * 2 / 3);
       d.medals(80, 150, 40);
     }},
    {{6, 4, 5, 5, 5},
     text_id("Fill the bowl in the sky with water. You have snow."),
     text_id("Water melts snow, too."),
     [](DayDraft& d) {
       d.bowl(26);
       d.line("allow snow 600");
       d.line("allow fire 120");
       d.line("goal at least 240 water in bowl");
       d.line("goal at most 20 snow in bowl");
       d.medals(320, 400, 30);
     }},
    {{4, 6, 5, 3, 5},
     text_id("Turn sand to glass."),
     text_id("Lava has to touch the sand for a while, far from water."),
     [](DayDraft& d) {
       d.line("allow sand 400");
       d.line("allow lava 400");
       d.line("goal at least 50 glass");
       d.medals(300, 480, 60);
     }},
    {{4, 7, 4, 5, 4},
     text_id("Feed the fish until there are twelve more."),
     text_id("Worms are eaten where the fish are."),
     [](DayDraft& d) {
       const int fish = d.count(d.places.lake, {"fish"});
       d.region("lake", d.over_lake(6));
       d.line("allow worm 120");
       d.line("goal at least {} fish in lake", fish + 12);
       d.medals(40, 80, 60);
     }},
    {{5, 4, 5, 7, 5},
     text_id("Light a fire in the bowl that lasts for 15 seconds."),
     text_id("Coal glows for a long time."),
     [](DayDraft& d) {
       d.bowl(22);
       d.line("allow coal 420");
       d.line("allow fire 120");
       d.line("goal at least 5 hot in bowl for 15 s");
       d.medals(320, 420, 35);
     }},
    {{6, 8, 5, 4, 5},
     text_id("Where lava meets water, land grows. Make new stone in the lake."),
     text_id("Lava turns to stone faster when it is spread."),
     [](DayDraft& d) {
       const CellBox lake = d.over_lake(6);
       d.region("lake", lake);
       d.line("allow lava 600");
       d.line("goal at least {} stone+new_stone in lake", d.count(lake, {"stone"}) + 160);
       d.medals(240, 360, 30);
     }},
    {{2, 4, 4, 3, 4},
     text_id("Sow flowers on the meadow."),
     text_id("Seeds grow on mud, and slowly on grass."),
     [](DayDraft& d) {
       d.region("meadow", d.places.meadow);
       d.line("allow seed 40");
       d.line("allow water 300");
       d.line("goal at least {} flower in meadow", d.count(d.places.meadow, {"flower"}) + 5);
       d.medals(120, 220, 60);
     }},
    {{4, 7, 4, 4, 5},
     text_id("Set the lake on fire."),
     text_id("Oil floats, and burns in a flash: spread it first."),
     [](DayDraft& d) {
       d.region("lake", d.over_lake(24));
       d.line("allow oil 600");
       d.line("allow fire 30");
       d.line("goal at least {} flames+burning_oil in lake", 40 + d.places.lake.width);
       d.medals(260, 420, 30);
     }},
    {{3, 4, 4, 9, 5},
     text_id("Locusts: let mites eat half of the leaves of the wood."),
     text_id("They starve without leaves."),
     [](DayDraft& d) {
       d.region("wood", d.places.wood);
       d.line("allow mite 60");
       d.line("goal at most {} plant+tendril in wood", d.count(d.places.wood, {"plant", "tendril"}) / 2);
       d.medals(24, 40, 40);
     }},
    {{9, 4, 4, 3, 5},
     text_id("The highest hill is too high. Take a third of its top away."),
     text_id("A bomb needs a spark."),
     [](DayDraft& d) {
       const int there = d.places.peak.width * d.places.peak.height - d.count(d.places.peak, {"air"});
       d.region("peak", d.places.peak);
       d.line("allow bomb 60");
       d.line("allow spark 30");
       d.line("goal at most {} anything in peak", there * 2 / 3);
       d.medals(30, 50, 30);
     }},
}};

}  // namespace

std::string why_no_day(const Day& day) {
  const std::chrono::year_month_day date = date_of(day);
  if (!date.ok() || day.month > 12 || day.day > 31)
    return trf("There is no such day: {}-{:02}-{:02}.", day.year, day.month, day.day);
  if (date < date_of(kFirstDay) || date > date_of(kLastDay))
    return trf("A world of the day has a date from {} to {}.", day_title(kFirstDay), day_title(kLastDay));
  return {};
}

std::string day_name(const Day& day) {
  return fmt::format("{}{}-{:02}-{:02}", kDayPrefix, day.year, day.month, day.day);
}

std::optional<Day> day_of_name(std::string_view name) {
  if (!name.starts_with(kDayPrefix)) return std::nullopt;
  Day day;
  const char* at = name.data() + kDayPrefix.size();
  const char* const end = name.data() + name.size();
  for (int* const part : {&day.year, &day.month, &day.day}) {
    if (part != &day.year && (at == end || *at++ != '-')) return std::nullopt;
    const auto [next, fault] = std::from_chars(at, end, *part);
    if (fault != std::errc() || *part < 0 || next - at > 4) return std::nullopt;
    at = next;
  }
  return day_name(day) == name ? std::optional(day) : std::nullopt;
}

std::string day_title(const Day& day) {
  return trf("{} {} {}", day.day, tr(kMonths[static_cast<std::size_t>(day.month - 1)]), day.year);
}

int day_task(const Day& day) {
  // Each block of sixteen days has its own order of the tasks.
  const std::uint32_t number = number_of(day), block = number / kDayTasks;
  std::array<int, kDayTasks> order{};
  std::iota(order.begin(), order.end(), 0);
  for (std::uint32_t i = kDayTasks - 1; i > 0; --i)
    std::swap(order[i], order[below(mix32(mix32(block ^ kGoldenRatio) ^ i), i + 1)]);
  return order[number % kDayTasks];
}

const char* day_text(const Day& day) { return kTasks[static_cast<std::size_t>(day_task(day))].text; }
const char* day_hint(const Day& day) { return kTasks[static_cast<std::size_t>(day_task(day))].hint; }

std::string daily_challenge(const Day& day, const Ruleset& rules) {
  const DayTask& task = kTasks[static_cast<std::size_t>(day_task(day))];
  LandPlan plan = task.plan;
  plan.seed = mix32(number_of(day) + 1);
  DayDraft draft(rules, plan);
  draft.line("challenge World of the day, {} {} {}", day.day, kMonths[static_cast<std::size_t>(day.month - 1)],
             day.year);
  draft.line("text {}", task.text);
  draft.line("hint {}", task.hint);
  draft.line("world {} {}", kDayWidth, kDayHeight);
  draft.line("scene land {}", pack_land(plan));
  task.write(draft);
  return std::move(draft.text);
}

}  // namespace repose
