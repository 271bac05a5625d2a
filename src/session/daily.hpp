// The world of the day: a challenge for every date, the same for everybody. A date gives a land and one of sixteen
// tasks; docs/challenges.md says how. Pure integer functions of the date.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "repose/ruleset.hpp"

namespace repose {

// A day of the Gregorian calendar, in UTC.
struct Day {
  int year = 2026, month = 1, day = 1;  // month and day from 1
  friend bool operator==(const Day&, const Day&) = default;
};

inline constexpr int kDayTasks = 16;
inline constexpr Day kFirstDay{2026, 1, 1}, kLastDay{2099, 12, 31};

// A sentence if no world belongs to this date: it does not exist, or is not from kFirstDay to kLastDay. Else empty.
std::string why_no_day(const Day& day);
// "day-2026-11-28": the name of the challenge. find_challenge() finds it.
std::string day_name(const Day& day);
// The day of such a name, whether a world belongs to it or not. Empty for names of another form.
std::optional<Day> day_of_name(std::string_view name);
// "28 November 2026", in the language of the person.
std::string day_title(const Day& day);
// 0 to kDayTasks - 1. Sixteen days in a row have sixteen tasks. Precondition: why_no_day() is empty.
int day_task(const Day& day);
// What to do on that day, and the hint: ids of texts. Precondition: why_no_day() is empty.
const char* day_text(const Day& day);
const char* day_hint(const Day& day);

// The text of the challenge of a day, for read_challenge(). Amounts are counted in the land that it draws. `rules`:
// those of configs/default.cfg. Precondition: why_no_day() is empty.
std::string daily_challenge(const Day& day, const Ruleset& rules);

}  // namespace repose
