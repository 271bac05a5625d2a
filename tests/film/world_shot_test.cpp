// Worlds that are painted later, on another backend, or from a replay.
#include "film/world_shot.hpp"

#include "core/copies.hpp"

#include "density_world.hpp"
#include "repose/paths.hpp"
#include "repose/replay.hpp"
#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

struct Playing {
  Registry registry = make_registry();
  Session session{registry, density_world(), SessionOptions{.threads = 2}};

  explicit Playing(const char* scene) {
    const Scene* found = find_scene(scene);
    REQUIRE(session.execute(command::LoadConfigFile{find_data("configs/" + std::string(found->config)).value()}).ok);
    REQUIRE(session.execute(command::LoadScene{scene, 96, 60, {}, true}).ok);
    REQUIRE(session.execute(command::Step{120}).ok);
  }
  FilmLooks looks(double scale = 1) const { return {make_palette(session.ruleset()), {}, scale}; }
};

}  // namespace

TEST_CASE("a shot and a downloaded world are painted as the view of the solver was") {
  for (const char* scene : {"falls", "volcano", "dam-break", "dune-collapse", "sandbox", "tiles-hourglass"}) {
    INFO(scene);
    Playing playing(scene);
    Session& session = playing.session;
    CHECK(session.view().step == session.step_count());
    const auto painted = [&](const CellView& view) { return paint_film_picture(view, 120, playing.looks()).rgb; };
    const auto then = painted(session.view());
    WorldStage stage(playing.registry, std::string(session.automaton()),
                     std::make_shared<const Ruleset>(session.ruleset()));
    REQUIRE(stage.show(session.download()).ok());
    CHECK(painted(stage.view()) == then);
    CellsCopy shot;
    REQUIRE(shot.take(session.view()));
    REQUIRE(session.execute(command::Clear{}).ok);
    CHECK(painted(shot.view()) == then);
  }
}

TEST_CASE("pictures have the size of their scale and are never empty") {
  Playing playing("falls");
  const Picture half = paint_film_picture(playing.session.view(), 0, playing.looks(0.5)),
                twice = paint_film_picture(playing.session.view(), 0, playing.looks(2));
  CHECK(half.width == 48);
  CHECK(half.rgb.size() == 48u * 30u * 3u);
  CHECK(twice.width == 192);
  CHECK(film_picture_size(10, 1, 0.1).height == 1);
}

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
  CHECK(ReplayPictures("/nowhere/a.replay", 1, {}, 1).next().rgb.empty());
}

}  // namespace repose::test
