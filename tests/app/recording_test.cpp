// Films, made with the mouse and texts on the screen only.
#include <gif_lib.h>

#include "driver.hpp"
#include "film/world_shot.hpp"
#include "user_dirs_support.hpp"

namespace repose::test {

namespace {

// The app with a folder of its own for films.
struct Filming : PicturesFolder, Driver {
  explicit Filming(AppOptions options = {}) : Driver(options) {}
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> list;
    for (const auto& entry : std::filesystem::directory_iterator(path())) list.push_back(entry.path());
    return list;
  }
  std::filesystem::path only() const {
    REQUIRE(files().size() == 1);
    return files().front();
  }
  void wait_until_saved() {
    while (desk().files.recording.busy()) {
      frames();
      SDL_Delay(2);
    }
    REQUIRE(desk().files.recording.state() == Recording::State::saved);
  }
  // So many frames while a film is made, and until its first picture is there, which comes from the GPU when it has
  // time.
  void draw_film(int count) {
    draw(count);
    while (desk().files.recording.progress().offered == 0) draw();
  }
  // Films so many frames with the key.
  void film(int count) {
    key(SDLK_F9);
    draw_film(count);
    key(SDLK_F9);
    wait_until_saved();
  }
  // An empty, paused world with a box of walls.
  void box_of_walls(int width, int height, CellPoint from, CellPoint to) {
    empty_world(width, height);
    fill(from, to, "wall");
    frames(3);
  }
};

struct GifFacts {
  int width = 0, height = 0, frames = 0, hundredths = 0;
  Color corner, middle;  // of the first frame
};

GifFacts read_gif(const std::filesystem::path& path) {
  int error = 0;
  GifFileType* gif = DGifOpenFileName(path.c_str(), &error);
  REQUIRE(gif != nullptr);
  REQUIRE(DGifSlurp(gif) == GIF_OK);
  GifFacts facts{gif->SWidth, gif->SHeight, gif->ImageCount, 0, {}, {}};
  for (int i = 0; i < gif->ImageCount; ++i) {
    GraphicsControlBlock control{};
    DGifSavedExtensionToGCB(gif, i, &control);
    facts.hundredths += control.DelayTime;
  }
  const auto color = [gif](int x, int y) {
    const GifColorType& c = gif->SColorMap->Colors[gif->SavedImages[0].RasterBits[y * gif->SWidth + x]];
    return Color{c.Red, c.Green, c.Blue};
  };
  facts.corner = color(0, 0);
  facts.middle = color(gif->SWidth / 2, gif->SHeight / 2);
  DGifCloseFile(gif, &error);
  return facts;
}

bool near(Color a, Color b) { return std::abs(a.r - b.r) < 12 && std::abs(a.g - b.g) < 12 && std::abs(a.b - b.b) < 12; }

}  // namespace

TEST_CASE_METHOD(Filming, "F9, some play, F9: a GIF of the world as the window showed it, as long as it took") {
  box_of_walls(60, 40, {20, 10}, {40, 30});
  key(SDLK_F9);
  CHECK(landmarks().find("record/discard").has_value());
  draw(28);
  key(SDLK_F9);
  wait_until_saved();
  const GifFacts gif = read_gif(only());
  // Only the world, without the bars beside it.
  const double zoom = camera().zoom();
  REQUIRE(camera().viewport().height > 40 * zoom + 2);
  CHECK(std::abs(gif.width - 60 * zoom) <= 2);
  CHECK(std::abs(gif.height - 40 * zoom) <= 2);
  CHECK(std::abs(gif.hundredths - 50) <= 8);
  const CellPoint middle = on_screen(30, 20);
  CHECK(near(gif.middle, pixel(middle.x, middle.y)));
  CHECK(message().find("Film saved as ") == 0);
}

TEST_CASE_METHOD(Filming, "three clicks on what is on screen make a film; it can be discarded, or saved elsewhere") {
  empty_world(60, 40);
  click("record");
  draw_film(10);
  click("record");
  wait_until_saved();
  CHECK(only().extension() == ".gif");
  frames(2);
  click("record/close");
  CHECK_FALSE(sees("record/close"));
  std::filesystem::remove(only());
  key(SDLK_F9);
  draw(20);
  click("record/discard");
  CHECK_FALSE(desk().files.recording.busy());
  CHECK(files().empty());
  film(10);  // saved in the chosen folder
  frames(2);
  click("record/save_as");
  REQUIRE(desk().dialogs->browser.is_open());
  desk().dialogs->browser.set_folder(folder.path());
  key(SDLK_RETURN);
  CHECK(files().empty());
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE_METHOD(Filming,
                 "a film of the whole world has its size and every step's picture, whatever the window shows") {
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {  // which is never waited for
    if (backend == Backend::gpu && !draws_with_gl()) continue;
    desk().settings.film = {FilmFormat::png_sequence, true, 20, 2};
    desk().simulation.switch_solver("conserving", backend);
    REQUIRE(session().backend() == backend);
    box_of_walls(30, 20, {5, 15}, {25, 19});
    wheel(20, KMOD_CTRL);
    frames(2);
    film(40);
    Picture first;
    REQUIRE(read_png(only() / "frame-00001.png", first).ok());
    const FilmLooks looks{make_palette(session().ruleset()), desk().settings.view.looks, 2};
    WorldStage stage(session().registry(), "conserving", std::make_shared<const Ruleset>(session().ruleset()));
    REQUIRE(stage.show(session().download()).ok());
    CHECK(first.rgb == paint_film_picture(stage.view(), session().step_count(), looks).rgb);
    std::filesystem::remove_all(only());
  }
}

TEST_CASE_METHOD(Driver, "how films are made is chosen behind the right button") {
  click("record", SDL_BUTTON_RIGHT);
  click("film/format/png");
  click("film/what/Whole world");
  click("film/rate/10");
  const FilmSettings& film = desk().settings.film;
  CHECK(film.format == FilmFormat::png_sequence);
  CHECK(film.whole_world);
  CHECK(film.frames_per_second == 10);
}

TEST_CASE_METHOD(Filming,
                 "the last seconds become a film afterwards, while the world runs on, or a GIF that Shift+F9 copies") {
  session().keep_history(HistoryLimits{});
  empty_world(160, 100);
  fill({40, 10}, {120, 50}, "sand");
  desk().simulation.set_playing(true);
  frames(310);  // more than five seconds
  for (const bool copied : {false, true}) {
    fill({40, 10}, {120, 50}, "sand");  // so that the last seconds of either film have something that falls
    frames(30);
    desk().settings.film.format = copied ? FilmFormat::png_sequence : FilmFormat::gif;  // the clipboard gets a GIF
    if (copied) {
      key(SDLK_F9, KMOD_LSHIFT);
      CHECK(desk().files.recording.why_not_copy() == "A film is being made.");
    } else {
      click("record", SDL_BUTTON_RIGHT);
      click("film/past/5");
    }
    wait_until_saved();
    const GifFacts gif = read_gif(only());
    CHECK(gif.width == session().width());
    CHECK(gif.frames > 10);
    CHECK((message().find("copied") != std::string::npos) == copied);
    std::filesystem::remove(only());
  }
}

TEST_CASE("without OpenGL films show what the window shows") {
  Filming d({.software = true});
  d.box_of_walls(60, 40, {20, 10}, {40, 30});
  d.film(10);
  const CellPoint middle = d.on_screen(30, 20);
  CHECK(near(read_gif(d.only()).middle, d.pixel(middle.x, middle.y)));
}

TEST_CASE_METHOD(Filming, "a window that is closed while it films saves the film first") {
  {
    key(SDLK_F9);
    draw_film(5);
    key(SDLK_q, KMOD_CTRL);
    // On a very slow machine the film is not ready within a second: it goes on, and quitting again closes the window.
    while (app().running() && !message().starts_with("Film saved")) frames(1);
    if (app().running()) key(SDLK_q, KMOD_CTRL);
    CHECK_FALSE(app().running());
  }
  CHECK(read_gif(only()).frames > 0);
}

}  // namespace repose::test
