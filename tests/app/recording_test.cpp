// Films, made with the mouse and texts on the screen only.
#include <gif_lib.h>

#include "driver.hpp"
#include "film/world_shot.hpp"
#include "user_dirs_support.hpp"

namespace repose::test {

namespace {

// The folder for films in a test.
class Films {
 public:
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> list;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) list.push_back(entry.path());
    return list;
  }
  std::filesystem::path only() const {
    REQUIRE(files().size() == 1);
    return files().front();
  }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  PicturesFolder folder_;
};

void wait_until_saved(Driver& driver) {
  for (int i = 0; i < 2000 && driver.desk().files.recording.busy(); ++i) {
    driver.frames();
    SDL_Delay(2);
  }
  REQUIRE(driver.desk().files.recording.state() == Recording::State::saved);
}

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

TEST_CASE("F9, some play, F9: a GIF of the world as the window showed it, as long as it took") {
  const Films films;
  Driver driver;
  driver.empty_world(60, 40);
  driver.session().execute(command::Paint{RectEdit{{20, 10}, {40, 30}, driver.element("wall"), {}}});
  driver.frames(3);
  driver.key(SDLK_F9);
  driver.frames(2);
  CHECK(landmarks().find("record/discard").has_value());
  driver.frames(58);
  driver.key(SDLK_F9);
  wait_until_saved(driver);
  const GifFacts gif = read_gif(films.only());
  // Only the world, without the bars beside it.
  const Camera& camera = driver.desk().view.canvas.camera();
  REQUIRE(camera.viewport().height > 40 * camera.zoom() + 2);
  CHECK(std::abs(gif.width - 60 * camera.zoom()) <= 2);
  CHECK(std::abs(gif.height - 40 * camera.zoom()) <= 2);
  CHECK(std::abs(gif.hundredths - 100) <= 8);
  const CellPoint middle = driver.on_screen(30, 20);
  CHECK(near(gif.middle, driver.pixel(middle.x, middle.y)));
  CHECK(driver.message().find("Film saved as ") == 0);
}

TEST_CASE("three clicks on what is on screen make a film") {
  const Films films;
  Driver driver;
  driver.empty_world(60, 40);
  driver.click("record");
  driver.frames(10);
  driver.click("record");
  wait_until_saved(driver);
  CHECK(films.only().extension() == ".gif");
  driver.frames(2);
  driver.click("record/close");
  driver.frames(2);
  CHECK_FALSE(landmarks().find("record/close").has_value());
}

TEST_CASE("a film of the whole world has its size and every step's picture, whatever the window shows") {
  const Films films;
  Driver driver;
  driver.desk().settings.film = {FilmFormat::png_sequence, true, 20, 2};
  driver.empty_world(30, 20);
  driver.session().execute(command::Paint{RectEdit{{5, 15}, {25, 19}, driver.element("wall"), {}}});
  driver.wheel(20, KMOD_CTRL);
  driver.frames(2);
  driver.key(SDLK_F9);
  driver.frames(30);
  driver.key(SDLK_F9);
  wait_until_saved(driver);
  Picture first;
  REQUIRE(read_png(films.only() / "frame-00001.png", first).ok());
  const FilmLooks looks{make_palette(driver.session().ruleset()), driver.desk().settings.view.looks, 2};
  WorldStage stage(driver.session().registry(), std::string(driver.session().automaton()),
                   std::make_shared<const Ruleset>(driver.session().ruleset()));
  REQUIRE(stage.show(driver.session().download()).ok());
  CHECK(first.rgb == paint_film_picture(stage.view(), driver.session().step_count(), looks).rgb);
}

TEST_CASE("the whole world is filmed on a gpu backend too, which is never waited for") {
  const Films films;
  Driver driver;
  if (!driver.draws_with_gl()) REPOSE_SKIP("no OpenGL here");
  driver.desk().settings.film = {FilmFormat::png_sequence, true, 20, 1};
  driver.empty_world(30, 20);
  driver.desk().simulation.switch_solver("conserving", Backend::gpu);
  REQUIRE(driver.session().backend() == Backend::gpu);
  driver.session().execute(command::Paint{RectEdit{{5, 15}, {25, 19}, driver.element("wall"), {}}});
  driver.frames(2);
  driver.key(SDLK_F9);
  driver.frames(40);
  driver.key(SDLK_F9);
  wait_until_saved(driver);
  Picture first;
  REQUIRE(read_png(films.only() / "frame-00001.png", first).ok());
  const FilmLooks looks{make_palette(driver.session().ruleset()), driver.desk().settings.view.looks, 1};
  WorldStage stage(driver.session().registry(), "conserving",
                   std::make_shared<const Ruleset>(driver.session().ruleset()));
  REQUIRE(stage.show(driver.session().download()).ok());
  CHECK(first.rgb == paint_film_picture(stage.view(), driver.session().step_count(), looks).rgb);
}

TEST_CASE("a film that is discarded leaves no file") {
  const Films films;
  Driver driver;
  driver.key(SDLK_F9);
  driver.frames(20);
  driver.click("record/discard");
  driver.frames(2);
  CHECK_FALSE(driver.desk().files.recording.busy());
  CHECK(films.files().empty());
}

TEST_CASE("how films are made is chosen behind the right button, and remembered") {
  Driver driver;
  driver.click("record", SDL_BUTTON_RIGHT);
  driver.frames(3);
  driver.click("film/format/png");
  driver.frames(2);
  driver.click("film/what/Whole world");
  driver.frames(2);
  driver.click("film/rate/10");
  driver.frames(2);
  const FilmSettings& film = driver.desk().settings.film;
  CHECK(film.format == FilmFormat::png_sequence);
  CHECK(film.whole_world);
  CHECK(film.frames_per_second == 10);
  const TemporaryFolder folder;
  REQUIRE(save_settings(folder / "settings.json", driver.desk().settings));
  std::string problem;
  const Settings read = load_settings(folder / "settings.json", problem);
  CHECK(read.film.format == FilmFormat::png_sequence);
  CHECK(read.film.frames_per_second == 10);
}

TEST_CASE("the last seconds become a film afterwards, while the world runs on") {
  const Films films;
  Driver driver;
  driver.desk().simulation.session().keep_history(HistoryLimits{});
  driver.frames(90);
  driver.click("record", SDL_BUTTON_RIGHT);
  driver.frames(3);
  driver.click("film/past/5");
  wait_until_saved(driver);
  const GifFacts gif = read_gif(films.only());
  CHECK(gif.width == driver.session().width());
  CHECK(gif.frames > 10);
}

TEST_CASE("a film is saved in the chosen folder") {
  const Films films;
  const TemporaryFolder elsewhere;
  Driver driver;
  driver.empty_world(60, 40);
  driver.key(SDLK_F9);
  driver.frames(10);
  driver.key(SDLK_F9);
  wait_until_saved(driver);
  driver.frames(2);
  driver.click("record/save_as");
  driver.frames(3);
  REQUIRE(driver.desk().dialogs->browser.is_open());
  driver.desk().dialogs->browser.set_folder(elsewhere.path());
  driver.key(SDLK_RETURN);
  driver.frames(3);
  CHECK(films.files().empty());
  CHECK(std::distance(std::filesystem::directory_iterator(elsewhere.path()), {}) == 1);
}

TEST_CASE("without OpenGL films show what the window shows") {
  const Films films;
  AppOptions options;
  options.software = true;
  Driver driver(options);
  driver.empty_world(60, 40);
  driver.session().execute(command::Paint{RectEdit{{20, 10}, {40, 30}, driver.element("wall"), {}}});
  driver.frames(3);
  driver.key(SDLK_F9);
  driver.frames(10);
  driver.key(SDLK_F9);
  wait_until_saved(driver);
  const CellPoint middle = driver.on_screen(30, 20);
  CHECK(near(read_gif(films.only()).middle, driver.pixel(middle.x, middle.y)));
}

TEST_CASE("a window that is closed while it films saves the film first") {
  const Films films;
  {
    Driver driver;
    driver.key(SDLK_F9);
    driver.frames(20);
    driver.key(SDLK_q, KMOD_CTRL);
    driver.frames(2);
    // On a very slow machine the film is not ready within a second: it goes on, and quitting again closes the window.
    for (int i = 0; i < 3000 && driver.app().running() && !driver.message().starts_with("Film saved"); ++i)
      driver.frames(1);
    if (driver.app().running()) driver.key(SDLK_q, KMOD_CTRL);
    driver.frames(2);
    CHECK_FALSE(driver.app().running());
  }
  CHECK(read_gif(films.only()).frames > 0);
}

TEST_CASE("Shift+F9 makes a GIF of the last seconds and says that it was copied") {
  const Films films;
  Driver driver;
  driver.desk().simulation.session().keep_history(HistoryLimits{});
  driver.desk().settings.film.format = FilmFormat::png_sequence;  // the clipboard gets a GIF all the same
  driver.frames(90);
  driver.key(SDLK_F9, KMOD_LSHIFT);
  CHECK(driver.desk().files.recording.why_not_copy() == "A film is being made.");
  wait_until_saved(driver);
  const GifFacts gif = read_gif(films.only());
  CHECK(gif.width == driver.session().width());
  CHECK(gif.frames > 10);
  CHECK(driver.desk().messages.last().text.find("copied") != std::string::npos);
}

}  // namespace repose::test
