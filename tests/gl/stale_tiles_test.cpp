// A picture of which only the changed tiles are shaded again equals a picture that is shaded whole.
#include "density_world.hpp"
#include "repose/session.hpp"
#include "view_support.hpp"

namespace repose::test::stale_tiles_test {

namespace {

// Draws each picture with a view that draws all of them, and with one that has to begin again.
class Twice {
 public:
  Twice(int width, int height, const Palette& palette)
      : palette_(palette), kept_(width, height), fresh_(width, height) {
    kept_.view().set_palette(palette);
  }

  void check(const CellView& cells, const Camera& camera, const Looks& looks) {
    fresh_.view().set_palette(palette_);  // another palette: nothing of the picture before can be used
    REQUIRE(differing(kept_.draw(cells, camera, looks), fresh_.draw(cells, camera, looks), 0) == 0);
  }

 private:
  Palette palette_;
  Screen kept_, fresh_;
};

Camera camera_over(const World& world, int width, int height, double zoom) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.zoom_at({0, 0}, zoom / camera.zoom());
  camera.centre_on({world.width() / 2.0, world.height() / 2.0});
  return camera;
}

}  // namespace

TEST_CASE("a picture of which only changed tiles are shaded equals a new one, whatever changes between two") {
  REPOSE_NEEDS_GL();
  Palette palette = test_palette();
  palette[4].shimmer = 0.7f;
  World world = pond(150, 110);
  std::uint32_t roll = 0;
  const auto dice = [&](int below_this) {
    return static_cast<int>(below(random_u32(9, ++roll, 0, 0, 0), static_cast<std::uint32_t>(below_this)));
  };
  const Looks looks[] = {Looks{}, Looks{.glow = false}, Looks{.motion = false}, Looks{.grain = false, .blur = true}};
  for (const Looks& chosen : looks) {
    Twice twice(200, 160, palette);
    Camera camera = camera_over(world, 200, 160, 1.7);
    CellView view = memory_view(world);
    for (int i = 0; i < 40; ++i) {
      for (int changes = dice(5); changes > 0; --changes) {
        const int x = dice(world.width()), y = dice(world.height()), size = 1 + dice(6);
        const auto element = static_cast<std::uint8_t>(dice(6));
        for (int dy = 0; dy < size; ++dy) {
          if (y + dy < world.height() && x + dy / 2 < world.width()) world.cell(x + dy / 2, y + dy) = element;
        }
      }
      view.generation += static_cast<std::uint64_t>(dice(3));
      view.step += static_cast<std::uint64_t>(dice(4));
      if (dice(9) == 0) camera.centre_on({50.0 + dice(60), 40.0 + dice(40)});
      ++view.generation;  // the cells may have changed
      CAPTURE(i);
      twice.check(view, camera, chosen);
    }
  }
}

TEST_CASE("a running world of which only changed tiles are shaded looks like a new picture in every step") {
  REPOSE_NEEDS_GL();
  const Registry registry = make_registry();
  Session session(registry, density_world(), SessionOptions{.threads = 1});
  REQUIRE(session.execute(command::LoadScene{"mixed", 160, 120, std::nullopt}).ok);
  Twice twice(320, 240, make_palette(session.ruleset()));
  const Camera camera = camera_over(session.download(), 320, 240, 2);
  for (int i = 0; i < 60; ++i) {
    REQUIRE(session.execute(command::Step{i < 30 ? 2u : 9u}).ok);
    CAPTURE(i);
    twice.check(session.view(), camera, Looks{});
  }
}

}  // namespace repose::test::stale_tiles_test
