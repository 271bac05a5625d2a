// The memory that history takes in an hour of play, simulated in less time.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "density_world.hpp"
#include "repose/rng.hpp"
#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr int kSide = 1024;
constexpr std::size_t kMebibyte = 1u << 20;

// The resident memory of the process; 0 where it is unknown.
std::size_t resident_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  std::size_t kibibytes = 0;
  while (status >> word) {
    if (word == "VmRSS:") status >> kibibytes;
  }
  return kibibytes * 1024;
}

class Player {
 public:
  explicit Player(Session& session) : session_(session) {}

  // One second of play, with fewer steps than a window would take.
  void play_second() {
    for (int i = 0; i < 10; ++i) {
      session_.execute(command::Step{1});
      session_.collect_history();
    }
    const std::uint32_t what = any(100);
    if (what < 40) stroke();
    if (what >= 40 && what < 50) session_.execute(command::Undo{});
    if (what >= 50 && what < 55) session_.execute(command::Redo{});
    if (what >= 55 && what < 60) look_back();
    if (what == 60) session_.execute(command::Clear{});
    if (what == 61) session_.execute(command::LoadScene{"churn", kSide, kSide, any(1000)});
    if (what == 62) session_.execute(command::Reset{});
    if (what == 63) session_.execute(command::SetParameter{"open_edge", any(2) * 1.0});
  }

 private:
  std::uint32_t any(std::uint32_t below) { return mix32(0x9e3779b9u * ++drawn_) % below; }
  CellPoint anywhere() { return {static_cast<int>(any(kSide)), static_cast<int>(any(kSide))}; }

  void stroke() {
    const auto element = static_cast<std::uint8_t>(any(static_cast<std::uint32_t>(session_.ruleset().elements.size())));
    CellPoint at = anywhere();
    for (int i = 0; i < 30; ++i) {
      const CellPoint to{at.x + static_cast<int>(any(21)) - 10, at.y + static_cast<int>(any(21)) - 10};
      session_.execute(command::Paint{StrokeEdit{at, to, 24, BrushShape::round, element, {}}, i > 0});
      session_.execute(command::Step{1});
      at = to;
    }
  }

  void look_back() {
    const TimelineFacts line = session_.timeline();
    const std::uint64_t reach = std::min<std::uint64_t>(line.newest - line.oldest, 500);
    for (std::uint64_t back = 0; back <= reach; back += 50) session_.execute(command::SeekTime{line.newest - back});
    if (any(2) == 0) session_.execute(command::SeekTime{line.newest});
  }

  Session& session_;
  std::uint32_t drawn_ = 0;
};

// The peak of resident memory during that many seconds of play.
std::size_t most_resident(Session& session, int seconds) {
  Player player(session);
  std::size_t most = 0;
  for (int i = 0; i < seconds; ++i) {
    player.play_second();
    most = std::max(most, resident_bytes());
  }
  return most;
}

}  // namespace

TEST_CASE("an hour of play on a large world stays within the limits of memory", "[.long]") {
  if (resident_bytes() == 0) REPOSE_SKIP("this system does not say what a process holds in memory");
  constexpr HistoryLimits kLimits{.undo_bytes = 96 * kMebibyte, .rewind_bytes = 96 * kMebibyte};
  constexpr int kHour = 3600;
  const Registry registry = make_registry();
  Session session(registry, density_world(), {});
  REQUIRE(session.execute(command::LoadScene{"churn", kSide, kSide, 1}).ok);
  const std::size_t without = most_resident(session, 60);
  session.keep_history(kLimits);
  const std::size_t with = most_resident(session, kHour);
  const TimelineFacts line = session.timeline();
  fmt::print("{} steps: {} MiB without history, {} MiB with it at most; undo holds {} MiB, the line {} steps\n",
             line.newest, without / kMebibyte, with / kMebibyte, session.history().bytes / kMebibyte,
             line.newest - line.oldest);
  CHECK(with <= without + kLimits.undo_bytes + kLimits.rewind_bytes + 64 * kMebibyte);
}

}  // namespace repose::test
