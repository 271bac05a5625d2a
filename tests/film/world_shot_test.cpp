// Worlds that are painted later, or on another backend.
#include "film/world_shot.hpp"

#include "density_world.hpp"
#include "repose/paths.hpp"
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

TEST_CASE("a shot is painted as the world was when it was taken") {
  for (const char* scene : {"falls", "volcano", "dam-break", "dune-collapse", "sandbox"}) {
    INFO(scene);
    Playing playing(scene);
    Session& session = playing.session;
    CHECK(session.view().step == session.step_count());
    const Picture then = paint_film_picture(session.view(), session.step_count(), playing.looks());
    const WorldShot shot(session.view());
    REQUIRE(session.execute(command::Clear{}).ok);
    CHECK(paint_film_picture(shot.view(), session.step_count(), playing.looks()).rgb == then.rgb);
  }
}

TEST_CASE("a downloaded world is painted like the view of its solver") {
  for (const char* scene : {"falls", "volcano", "dam-break", "dune-collapse", "sandbox", "tiles-hourglass"}) {
    INFO(scene);
    Playing playing(scene);
    Session& session = playing.session;
    WorldStage stage(playing.registry, std::string(session.automaton()),
                     std::make_shared<const Ruleset>(session.ruleset()));
    REQUIRE(stage.show(session.download()).ok());
    CHECK(paint_film_picture(stage.view(), 7, playing.looks()).rgb ==
          paint_film_picture(session.view(), 7, playing.looks()).rgb);
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

}  // namespace repose::test
