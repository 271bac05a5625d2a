// Challenges: a world with a goal. A challenge is a text file (docs/challenges.md), its solution a replay of what the
// player did. Progress depends on rules, world, steps and inputs only, so it is the same on every backend and machine.
#pragma once

#include <bitset>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/diagnostics.hpp"
#include "repose/edit.hpp"
#include "repose/registry.hpp"
#include "repose/replay.hpp"
#include "repose/run.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

class Session;

inline constexpr std::string_view kChallengeFileSuffix = ".challenge";
inline constexpr int kChallengeRows = 4;  // 1: a child's first minute; 4: an evening's puzzle
inline constexpr int kChallengeSideMax = 1024;
// From one look at the goals to the next. Fewer cost time on a GPU, which is read back; more make clocks coarse.
inline constexpr std::uint64_t kChallengeEverySteps = 16;
inline constexpr std::uint64_t kChallengeStepsMax = 150'000;  // of a solution: 20 minutes at the usual pace

enum class Medal : std::uint8_t { none, bronze, silver, gold };
std::string_view medal_name(Medal medal);  // "none", "bronze", "silver", "gold"
Medal find_medal(std::string_view name);   // none for other names

struct ChallengeGoal {
  enum class Kind : std::uint8_t {
    at_least,  // to be reached: so many cells or more
    at_most,   // to be reached: so many cells or fewer
    keep,      // lost as soon as there are fewer
    never,     // lost as soon as there are more
    within,    // lost after `amount` steps
  };
  Kind kind = Kind::at_least;
  std::uint64_t amount = 0;          // cells; steps for `within`
  std::bitset<kElementsMax> counts;  // the elements that count
  std::optional<CellBox> where;      // empty: the whole world
  std::uint64_t hold_steps = 0;      // how long it must be so without a break
  std::string text;                  // as in the file, without "goal"

  bool is_reached() const { return kind == Kind::at_least || kind == Kind::at_most; }
};

// What a player may paint, and how many cells of it.
struct ChallengeAllowance {
  std::uint8_t element = 0;  // the background: erasing
  std::optional<std::uint64_t> cells;
};

// The most that a medal allows. Empty: any.
struct MedalLimits {
  std::optional<std::uint64_t> matter, steps, strokes;
};

struct ChallengeRegion {
  std::string name;
  CellBox box;
};

struct Challenge {
  std::string name;  // of its file, without suffix
  std::string title, text, hint;
  int row = 1;
  World start;
  std::shared_ptr<const Ruleset> rules;  // those of its elements
  ParameterValues parameters;
  std::uint64_t seed = 1;
  std::vector<ChallengeRegion> regions;
  Signs signs;
  std::vector<ChallengeAllowance> allowed;
  bool may_blow = false, may_press = false;
  std::vector<ChallengeGoal> goals;
  std::optional<MedalLimits> silver, gold;
  std::uint64_t text_hash = 0;

  double steps_per_second() const;
  const ChallengeAllowance* allowance(std::uint8_t element) const;  // null: not allowed
};

struct ChallengeResult {
  std::shared_ptr<const Challenge> challenge;  // null if `diagnostics` has errors
  Diagnostics diagnostics;
};

// Whether the text is a challenge and not a config: its first word is `challenge`.
bool is_challenge(std::string_view text);
// Reads a challenge for these rules. Bad input gives diagnostics, never an exception.
ChallengeResult read_challenge(std::string_view text, const std::string& file, const LoadedRules& rules);
ChallengeResult read_challenge_file(const std::filesystem::path& path, const LoadedRules& rules);
// `day-YEAR-MONTH-DAY`: the world of a day (session/daily.hpp); else configs/challenges/NAME.challenge.
ChallengeResult find_challenge(std::string_view name, const LoadedRules& rules);
// Those of a folder without errors, by row and file name.
std::vector<std::shared_ptr<const Challenge>> challenges_in(const std::filesystem::path& folder,
                                                            const LoadedRules& rules);

// How far a player has come. A part of the run state: undo, rewinding and Reset restore it with the world.
struct ChallengePlay {
  enum class State : std::uint8_t { playing, solved, lost };
  struct Goal {
    std::uint64_t cells = 0, most = 0;   // as last counted; the largest count
    std::optional<std::uint64_t> since;  // the step from which it has been so without a break
    bool met = false, lost = false;
  };
  // What was done, newest first. Copies of the run state share it.
  struct Done {
    TimedInput input;
    std::shared_ptr<Done> before;
    Done(TimedInput what, std::shared_ptr<Done> earlier) : input(std::move(what)), before(std::move(earlier)) {}
    ~Done();
    Done(const Done&) = delete;
    Done& operator=(const Done&) = delete;
  };

  State state = State::playing;
  std::vector<Goal> goals;          // as in the challenge
  std::vector<std::uint64_t> used;  // cells of each allowance
  std::uint64_t matter = 0, strokes = 0;
  std::uint64_t cut = 0;    // edits of which a part was left out, because no more was allowed
  std::uint64_t ended = 0;  // the step at which it was solved or lost
  Medal medal = Medal::none;
  std::shared_ptr<Done> done;
  // The end of the last stroke, which the next edit may continue.
  std::optional<CellPoint> last_to;
  std::uint64_t last_step = 0;
  std::uint8_t last_element = 0;

  // Changes an edit to what the challenge lets through: in air only, and no more than is left. Sets `changes` to
  // whether anything is left of it, and notes it. Fails with a sentence if it is not allowed.
  Status admit(const Challenge& challenge, const World& world, std::uint64_t step, Edit& edit, bool& changes);
  // Looks at the goals after a step whose number is a multiple of kChallengeEverySteps.
  void look(const Challenge& challenge, const World& world, std::uint64_t step);
  std::vector<TimedInput> inputs() const;  // in their order
  // 0..1: how far a goal is.
  double share(const ChallengeGoal& goal, const Goal& progress, std::uint64_t step) const;
};

// Title, text or hint, in the language of the person. Those of files are in the context "challenge" of a catalog.
std::string in_language(const Challenge& challenge, std::string Challenge::*which);

// A line to paste elsewhere: "Repose 2026-11-28: gold, 31 s, 412 cells, 5 strokes"; for challenges that are not of a
// day, their title in place of the date. Precondition: solved.
std::string result_line(const Challenge& challenge, const ChallengePlay& play);

struct RunState;
// A replay of what was done since the challenge began, with the claim. Precondition: a challenge runs.
Replay solution_of(const RunState& state);

// Reads a solution that was written by hand (docs/challenges.md).
Status read_plan(std::string_view text, const std::string& file, const Ruleset& rules, Replay& replay);

struct Verdict {
  std::string refusal;  // empty: solved, and as the file claims
  ChallengePlay play;
  std::uint64_t steps = 0;  // taken
  Replay solution;          // what was played, as a solution
};

// Plays the inputs of a solution, nothing else, in the challenge's own world and rules, some steps at a time.
class Trial {
 public:
  Trial(const Registry& registry, Replay replay, std::shared_ptr<const Challenge> challenge, Backend backend,
        int threads = 0);
  ~Trial();

  // Plays on, by at most that many steps. False when there is a verdict.
  bool advance(std::uint64_t steps);
  const Verdict& verdict() const { return verdict_; }
  const Challenge& challenge() const { return *challenge_; }

 private:
  bool is_plan() const { return replay_.segments.front().world == nullptr; }  // written by hand: it claims nothing
  const ChallengePlay& play() const;
  bool is_open() const;
  // Each returns why the solution is refused, or nothing.
  std::string objection() const;
  std::string take(const TimedInput& input);
  std::string outcome() const;
  // Steps to that step, but not beyond the limit. True if it was reached, or there is nothing left to step.
  bool reach(std::uint64_t step, std::uint64_t limit);
  bool conclude(std::string refusal);

  Replay replay_;
  std::shared_ptr<const Challenge> challenge_;
  std::unique_ptr<Session> session_;  // null when there is a verdict
  std::size_t next_ = 0;              // of the inputs
  Verdict verdict_;
};

// The verdict of a whole trial.
Verdict judge(const Registry& registry, const Replay& replay, const std::shared_ptr<const Challenge>& challenge,
              Backend backend, int threads = 0);

}  // namespace repose
