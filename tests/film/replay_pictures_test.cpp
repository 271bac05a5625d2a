// Films of replays.
#include "film/world_shot.hpp"

#include <atomic>

#include "density_world.hpp"
#include "repose/replay.hpp"
#include "support.hpp"

namespace repose::test {

TEST_CASE("the pictures of a replay are those of the recorded worlds, and the last one is of the end") {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  Session session(registry, density_world(), SessionOptions{.threads = 1});
  REQUIRE(session.execute(command::LoadScene{"falls", 60, 40, {}}).ok);
  session.keep_history(HistoryLimits{});
  const auto picture = [&] {
    return paint_film_picture(session.view(), session.step_count(), {make_palette(session.ruleset()), {}, 1});
  };
  const Picture start = picture();
  REQUIRE(session.execute(command::Step{4}).ok);
  REQUIRE(session.execute(command::Paint{RectEdit{{5, 5}, {20, 9}, 1, {}}}).ok);
  REQUIRE(session.execute(command::Step{4}).ok);
  REQUIRE(session.execute(command::SaveReplay{folder / "a.replay"}).ok);

  ReplayPictures pictures(folder / "a.replay", 4, {}, 1);
  CHECK(pictures.next().rgb == start.rgb);
  CHECK_FALSE(pictures.next().rgb.empty());
  CHECK(pictures.next().rgb == picture().rgb);
  CHECK(pictures.next().rgb == picture().rgb);
}

TEST_CASE("a file that is not a replay has no pictures") {
  ReplayPictures pictures("/nowhere/a.replay", 1, {}, 1);
  CHECK(pictures.next().rgb.empty());
}

}  // namespace repose::test
