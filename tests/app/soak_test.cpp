// Hours of play without the waiting. In each minute: a scene or another automaton, strokes, undo, going back in time;
// every third minute all panels; every fifth another language and size of the window. Memory, handles and threads of
// the process do not grow; a table shows them, and how long frames take. Marked [soak]: scripts/check runs it.
#include <malloc.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include <fmt/core.h>

#include "core/language.hpp"
#include "driver.hpp"
#include "repose/scene.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::kHasSanitizer;
using repose::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

constexpr double kMiB = 1 << 20;

// What the process holds.
struct Holdings {
  // MiB: of addresses with memory; given out by malloc, without undo and rewinding; kept for these (they share worlds).
  double resident = 0, used = 0, history = 0;
  std::ptrdiff_t handles = 0, threads = 0;
  double frame = 0, slow_frame = 0;  // ms: the median and the slowest of a hundred, drawn, in one scene
};

struct Player : Driver {
  explicit Player(const fs::path& state) : Driver({.state_folder = state, .autosave_seconds = 10}) {
    REQUIRE(apply_language("en"));
  }

  std::size_t draw_number(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  }
  template <class List>
  const auto& one_of(const List& list) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(draw_number(std::size(list))));
  }

  Holdings holdings() {
    desk().simulation.load_scene("valley");
    desk().simulation.set_playing(true);
    frames(60);
    REQUIRE(desk().files.worlds.settle());
    std::vector<double> milliseconds;
    for (int i = 0; i < 100; ++i) {
      const auto start = std::chrono::steady_clock::now();
      draw();
      const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
      milliseconds.push_back(passed.count());
    }
    std::ranges::sort(milliseconds);
    malloc_trim(0);
    double pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages;
    const auto entries = [](const char* folder) {
      return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    };
    const HistoryFacts history = session().history();
    session().keep_history(HistoryLimits{.undo_bytes = 1, .rewind_bytes = 1});
    const struct mallinfo2 heap = mallinfo2();
    session().keep_history(history_limits(desk().settings));
    return {pages * 4096 / kMiB,
            static_cast<double>(heap.uordblks + heap.hblkhd) / kMiB,
            static_cast<double>(history.bytes + history.rewind_bytes) / kMiB,
            entries("/proc/self/fd"),
            entries("/proc/self/task"),
            milliseconds[50],
            milliseconds.back()};
  }

  // What a person does in a minute.
  void play() {
    // A graphics card may be software here: it gets a small world and few frames.
    const bool on_gpu = draws_with_gl() && draw_number(10) == 0;
    const int frames_a_stroke = on_gpu ? 5 : 10;
    if (on_gpu) empty_world(160, 100);
    if (on_gpu || draw_number(4) == 0) {
      const std::string_view automaton = one_of(session().registry().automata()).name;
      const SolverEntry* const gpu = session().registry().solver(automaton, Backend::gpu);
      const bool runs_on_gpu = on_gpu && gpu != nullptr && gpu->available();
      desk().simulation.switch_solver(automaton, runs_on_gpu ? Backend::gpu : Backend::cpu);
    } else {
      desk().simulation.switch_solver("conserving", Backend::cpu);
      const Scene& scene = one_of(scenes());
      desk().simulation.load_scene(scene.in_menu ? std::string(scene.name) : "wildfire");
    }
    desk().simulation.set_playing(true);
    frames(10);
    for (int stroke = 0; stroke < 8; ++stroke) {
      if (const std::size_t elements = session().ruleset().elements.size(); elements > 1) {
        brush().element = static_cast<std::uint8_t>(draw_number(elements));
      }
      brush().size = 1 + static_cast<int>(draw_number(25));
      const auto somewhere = [&] {
        return CellPoint{450 + static_cast<int>(draw_number(700)), 120 + static_cast<int>(draw_number(560))};
      };
      swing(somewhere(), somewhere());
      frames(frames_a_stroke);
    }
    draw(4);
    for (int undo = 0; undo < 6; ++undo) key(SDLK_z, KMOD_CTRL);
    for (int redo = 0; redo < 3; ++redo) key(SDLK_y, KMOD_CTRL);
    if (desk().simulation.can_step_back()) desk().simulation.go_back(1 + draw_number(200));
    desk().simulation.set_playing(true);
    frames(frames_a_stroke);
    desk().simulation.switch_solver(session().automaton(), Backend::cpu);
  }

  void visit_panels() {
    for (const char* const id : {"settings", "keys", "about", "messages", "new_world", "resize", "scene_gallery",
                                 "config_gallery", "challenge_gallery", "stamps", "discoveries", "command_palette",
                                 "make_land", "open", "save_world_as", "ledger", "inspector", "config_editor"}) {
      if (!desk().actions.why_not(id).empty()) continue;
      desk().actions.perform(id);
      frames(5);
      draw(2);
      const ActionRow& row = desk().actions.row(id);
      if (row.is_on && row.is_on()) desk().actions.perform(id);
      for (int i = 0; i < 3; ++i) key(SDLK_ESCAPE);
    }
  }

  void change_window() {
    desk().settings.language = one_of(languages()).code;
    REQUIRE(apply_language(desk().settings.language));
    desk().settings.window.ui_scale_percent = one_of(std::initializer_list<int>{100, 125, 150, 200});
    desk().style.restyle();
    SDL_SetWindowSize(desk().screen->window(), 900 + static_cast<int>(draw_number(800)),
                      700 + static_cast<int>(draw_number(500)));
    draw(3);
    desk().settings.window.ui_scale_percent = 100;
    desk().style.restyle();
    SDL_SetWindowSize(desk().screen->window(), 1280, 800);
    draw(3);
  }

  void largest_world() {
    desk().simulation.switch_solver("conserving", Backend::cpu);
    desk().simulation.execute(command::NewWorld{16384, 16384});
    frames(5);
    CHECK(session().width() == 16384);
    swing({500, 200}, {900, 300});
    frames(20);
    draw(2);
    desk().simulation.load_scene("valley");
    frames(10);
  }

  // Ten thousand operations are undone and done again, a hundred at a time.
  void undo_much() {
    constexpr int kAtATime = 100;
    empty_world(160, 100);
    for (int round = 0; round < 100; ++round) {
      const std::uint64_t before = session().hash();
      for (int i = 0; i < kAtATime; ++i) fill({i, round}, {i, round}, "wall");
      const std::uint64_t after = session().hash();
      for (int i = 0; i < kAtATime; ++i) REQUIRE(session().execute(command::Undo{}).ok);
      CHECK(session().hash() == before);
      for (int i = 0; i < kAtATime; ++i) REQUIRE(session().execute(command::Redo{}).ok);
      CHECK(session().hash() == after);
    }
    frames(3);
  }

  std::mt19937_64 random{20261129};
};

}  // namespace

TEST_CASE("hours of play leave memory, handles and threads as they were", "[.][soak]") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers keep memory that was freed");
  const char* const asked = std::getenv("REPOSE_HOURS");
  const double hours = asked != nullptr ? std::atof(asked) : 8;
  const TemporaryFolder state;
  Player d(state.path());
  std::vector<Holdings> found;
  int visits = 0;
  fmt::print("{:>8} {:>8} {:>14} {:>10} {:>12} {:>8} {:>8} {:>9} {:>11}\n", "hours", "visits", "resident, MiB",
             "used, MiB", "kept, MiB", "handles", "threads", "frame, ms", "slowest, ms");
  d.largest_world();
  d.undo_much();
  for (int quarter = 0; quarter < 4; ++quarter) {
    while (visits < hours * 60 * (quarter + 1) / 4) {
      d.play();
      ++visits;
      if (visits % 3 == 0) d.visit_panels();
      if (visits % 5 == 0) d.change_window();
    }
    if (quarter == 3) {
      d.largest_world();
      d.undo_much();
    }
    found.push_back(d.holdings());
    const Holdings& now = found.back();
    fmt::print("{:8.2f} {:8} {:14.0f} {:10.1f} {:12.1f} {:8} {:8} {:9.2f} {:11.2f}\n", visits / 60.0, visits,
               now.resident, now.used, now.history, now.handles, now.threads, now.frame, now.slow_frame);
    std::fflush(stdout);
  }
  const Holdings &early = found.front(), &late = found.back();
  CHECK(late.used < early.used + 32);
  CHECK(late.resident < early.resident + 600);  // undo and rewinding may keep 256 MiB each
  CHECK(late.handles <= early.handles + 2);
  CHECK(late.threads <= early.threads);
}
