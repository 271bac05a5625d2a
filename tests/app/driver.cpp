#include "driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include "repose/paths.hpp"

namespace repose::test {

Driver::Driver(AppOptions options) {
  // Offscreen, whatever DISPLAY is: these tests neither need nor disturb an X server.
  ::setenv("SDL_VIDEODRIVER", "offscreen", 1);
  options.scripted = true;
  options.clock = &clock_;
  if (options.window_width == 0) {
    options.window_width = 1280;
    options.window_height = 800;
  }
  if (options.threads == 0) options.threads = 2;
  std::string error;
  app_ = App::create(options, error);
  INFO(error);
  REQUIRE(app_ != nullptr);
  frames(3);
}

Driver::~Driver() {
  SDL_SetModState(KMOD_NONE);
  if (std::uncaught_exceptions() == 0) draw();
}

void Driver::frames(int count) {
  app_->set_drawing(false);
  for (int i = 0; i < count; ++i) app_->frame();
}

void Driver::draw(int count) {
  app_->set_drawing(true);
  for (int i = 0; i < count; ++i) app_->frame();
}

Picture Driver::picture() {
  draw();
  return app_->desk().screen->read_pixels();
}

void Driver::move(int x, int y) {
  SDL_Event event{};
  event.type = SDL_MOUSEMOTION;
  event.motion.xrel = x - x_;
  event.motion.yrel = y - y_;
  event.motion.x = x_ = x;
  event.motion.y = y_ = y;
  SDL_PushEvent(&event);
}

void Driver::push_button(SDL_EventType type, int button) {
  SDL_Event event{};
  event.type = type;
  event.button.button = static_cast<Uint8>(button);
  event.button.state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED;
  event.button.clicks = 1;
  event.button.x = x_;
  event.button.y = y_;
  SDL_PushEvent(&event);
}

void Driver::click(int x, int y, int button) {
  move(x, y);
  frames(2);
  down(button);
  frames(1);
  up(button);
  frames(4);
}

void Driver::click(const std::string& landmark, int button) {
  const CellPoint at = middle_of(landmark);
  click(at.x, at.y, button);
}

void Driver::click_start_of(const std::string& landmark) {
  click(static_cast<int>(place(landmark).x) + 2, middle_of(landmark).y);
}

void Driver::menu(std::initializer_list<std::string> path) {
  for (const std::string& item : path) click("menu/" + item);
}

ImVec4 Driver::place(const std::string& landmark) {
  const auto rect = landmarks().find(landmark);
  INFO("looking for " << landmark);
  REQUIRE(rect.has_value());
  return *rect;
}

CellPoint Driver::middle_of(const std::string& landmark) {
  const ImVec4 rect = place(landmark);
  return {static_cast<int>((rect.x + rect.z) / 2), static_cast<int>((rect.y + rect.w) / 2)};
}

void Driver::point_at(int cell_x, int cell_y) {
  const CellPoint at = on_screen(cell_x, cell_y);
  move(at.x, at.y);
  frames(4);
}

void Driver::click_cell(int cell_x, int cell_y, int button, Uint16 modifiers) {
  SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
  const CellPoint at = on_screen(cell_x, cell_y);
  click(at.x, at.y, button);
  SDL_SetModState(KMOD_NONE);
}

void Driver::swing(CellPoint from, CellPoint to, int button) {
  move(from.x, from.y);
  frames(2);
  down(button);
  frames(1);
  move(to.x, to.y);
  frames(2);
  up(button);
  frames(2);
}

void Driver::wheel(int clicks, Uint16 modifiers) {
  SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
  SDL_Event event{};
  event.type = SDL_MOUSEWHEEL;
  event.wheel.y = clicks;
  event.wheel.preciseY = static_cast<float>(clicks);
  SDL_PushEvent(&event);
  frames(1);
  SDL_SetModState(KMOD_NONE);
}

void Driver::push_key(SDL_Keycode key, SDL_EventType type, Uint16 modifiers) {
  SDL_Event event{};
  event.type = type;
  event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = key;
  event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
  event.key.keysym.mod = modifiers;
  SDL_PushEvent(&event);
}

void Driver::key_down(SDL_Keycode key, Uint16 modifiers) {
  SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
  push_key(key, SDL_KEYDOWN, modifiers);
  frames(1);
}

void Driver::key_up(SDL_Keycode key, Uint16 modifiers) {
  push_key(key, SDL_KEYUP, modifiers);
  frames(1);
  SDL_SetModState(KMOD_NONE);
}

void Driver::key(SDL_Keycode k, Uint16 modifiers) {
  key_down(k, modifiers);
  key_up(k, modifiers);
  if (modifiers != KMOD_NONE) key_up(SDLK_LCTRL);  // ImGui gets modifiers from events only
  frames(2);
}

void Driver::type(const std::string& text) {
  for (const char letter : text) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.text[0] = letter;
    SDL_PushEvent(&event);
    frames(1);
  }
  frames(2);
}

void Driver::push_finger(Uint32 type, int finger, int x, int y) {
  int width = 0, height = 0;
  SDL_GetWindowSize(app_->desk().screen->window(), &width, &height);
  SDL_Event event{};
  event.type = type;
  event.tfinger.touchId = 1;
  event.tfinger.fingerId = finger;
  event.tfinger.x = (static_cast<float>(x) + 0.5f) / static_cast<float>(width);
  event.tfinger.y = (static_cast<float>(y) + 0.5f) / static_cast<float>(height);
  event.tfinger.pressure = 1;
  SDL_PushEvent(&event);
  frames(1);
}

void Driver::tap(CellPoint at) {
  finger_down(1, at.x, at.y);
  frames(1);
  finger_up(1, at.x, at.y);
  frames(5);
}

void Driver::swipe(CellPoint from, CellPoint to) {
  finger_down(1, from.x, from.y);
  for (int i = 1; i <= 5; ++i) finger_move(1, from.x + (to.x - from.x) * i / 5, from.y + (to.y - from.y) * i / 5);
  frames(2);
  finger_up(1, to.x, to.y);
  frames(2);
}

void Driver::drop(const std::filesystem::path& file) {
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  const std::string name = file.string();
  event.drop.file = static_cast<char*>(SDL_malloc(name.size() + 1));
  std::memcpy(event.drop.file, name.c_str(), name.size() + 1);
  SDL_PushEvent(&event);
  frames(5);
}

void Driver::drop_config(const std::filesystem::path& file) {
  drop(file);
  if (app_->desk().dialogs->world_choice.is_open()) click("choice/keep");
}

CellPoint Driver::on_screen(int cell_x, int cell_y) {
  const PixelPoint pixel = camera().to_pixel({cell_x + 0.5, cell_y + 0.5});
  return {static_cast<int>(std::floor(pixel.x)), static_cast<int>(std::floor(pixel.y))};
}

std::uint8_t Driver::element(const std::string& name) {
  const auto index = session().ruleset().find(name);
  INFO("looking for the element " << name);
  REQUIRE(index.has_value());
  return *index;
}

std::int64_t Driver::count(const std::string& name) {
  const World world = session().download();
  return std::ranges::count(world.cells(), element(name));
}

void Driver::fill(CellPoint from, CellPoint to, const std::string& name) {
  REQUIRE(app_->desk().simulation.execute(command::Paint{RectEdit{from, to, element(name), {}}}).ok);
}

void Driver::empty_world(int width, int height) {
  app_->desk().simulation.set_playing(false);
  REQUIRE(app_->desk().simulation.execute(command::NewWorld{width, height}).ok);
  app_->desk().view.canvas.fit();
  frames(2);
}

void Driver::load_density_world() {
  Simulation& simulation = app_->desk().simulation;
  const std::string automaton(session().automaton());
  REQUIRE(simulation.load_config(command::LoadConfigFile{find_data("configs/density-world.cfg").value()}).ok);
  if (automaton != session().automaton()) simulation.switch_solver(automaton, simulation.backend_for(automaton));
  frames(2);
}

}  // namespace repose::test
