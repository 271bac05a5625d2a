// The screen that draws with OpenGL.
#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <glad/gl.h>

#include <utility>

#include "app/desk/window.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "platform/gl_loader.hpp"
#include "platform/x_errors.hpp"
#include "render/painter.hpp"
#include "render/passes.hpp"
#include "render/world_view.hpp"

namespace repose {
namespace {

constexpr TexelFormat kTexelBgra8{GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE};  // the layout of the painter's pixels

class GlScreen final : public Screen {
 public:
  GlScreen(SDL_Window* window, SDL_GLContext context, std::unique_ptr<WorldView> view)
      : window_(window), context_(context), view_(std::move(view)), renderer_(gl_renderer_name()) {}

  ~GlScreen() override {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    grabber_.reset();
    glDeleteTextures(static_cast<GLsizei>(pictures_.size()), pictures_.data());
    relief_.reset();
    second_view_.reset();
    view_.reset();
    overview_target_ = {};
    overview_ = {};
    SDL_GL_DeleteContext(context_);
    SDL_DestroyWindow(window_);
  }

  SDL_Window* window() const override { return window_; }
  std::string gpu_unavailable() const override { return {}; }
  std::string renderer_name() const override { return renderer_; }
  bool renders_on_cpu() const override { return is_software_renderer(renderer_); }
  void drawable_size(int& width, int& height) const override { SDL_GL_GetDrawableSize(window_, &width, &height); }

  void begin_ui() override {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
  }
  void set_palette(const Palette& palette) override {
    palette_ = palette;
    view_->set_palette(palette);
    if (second_view_) second_view_->set_palette(palette);
  }

  void draw(std::span<const Pane> panes, const Looks& looks, const WindowColors& colors) override {
    if (panes.size() > 1 && !second_view_) {
      // The first view has compiled the shaders before. If that fails now, this half of the window stays empty.
      std::string error;
      second_view_ = WorldView::create(error);
      if (second_view_) second_view_->set_palette(palette_);
    }
    const int height = begin_drawing(colors.panels);
    view_->draw(panes[0].view, panes[0].camera, looks, colors.surround, height);
    if (panes.size() > 1 && second_view_)
      second_view_->draw(panes[1].view, panes[1].camera, looks, colors.surround, height);
    finish_drawing();
  }

  bool can_draw_relief() const override {
    if (!relief_ && relief_problem_.empty()) {
      const int triangles = renders_on_cpu() ? ReliefView::kTrianglesOnProcessor : ReliefView::kTrianglesMost;
      relief_ = ReliefView::create(triangles, relief_problem_);
    }
    return relief_ != nullptr;
  }
  void draw_relief(const CellView& view, const ReliefScene& scene, const Looks& looks,
                   const WindowColors& colors) override {
    relief_->draw(view, scene, looks, colors.surround, begin_drawing(colors.panels));
    finish_drawing();
  }
  std::optional<CellPoint> cell_in_relief() const override {
    return relief_ != nullptr ? relief_->cell_under_pointer() : std::nullopt;
  }

  LivePicture draw_overview(const CellView& view, const Looks& looks, Color surround, int width, int height,
                            std::optional<int> part) override {
    const GlStateGuard guard;
    constexpr int kFiner = 2;  // drawn this much finer; smooth reading then computes the mean
    width *= kFiner;
    height *= kFiner;
    if (overview_.width() != width || overview_.height() != height) {
      overview_ = Texture(is_gl_es() ? kTexelRgba8 : kTexelBgra8, width, height, "overview");
      overview_.filter_linear();
      overview_target_ = Framebuffer(overview_, "overview");
      part.reset();
    }
    const bool in_texture = view.texture() != nullptr;
    if (in_texture) {
      overview_target_.bind();
      view_->draw(view, overview_camera(view, width, height), overview_looks(looks), surround, height);
    } else {  // the painter reads only the visible cells; drawing here would need an upload of all cells
      const Camera camera = overview_camera(view, width, height, part);
      const int rows = camera.viewport().height;
      std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * rows);
      paint_world(view, palette_, camera, overview_looks(looks), surround, pixels.data(),
                  static_cast<std::size_t>(width));
      if (is_gl_es()) {
        // OpenGL ES has no such format: there red and blue change places before the upload.
        for (std::uint32_t& pixel : pixels)
          pixel = (pixel & 0xff00ff00u) | ((pixel >> 16) & 0xffu) | ((pixel & 0xffu) << 16);
      }
      overview_.write(0, camera.viewport().y, width, rows, pixels.data(), width);
    }
    const auto name = static_cast<std::intptr_t>(overview_.name());
    return {reinterpret_cast<ImTextureID>(name), in_texture};
  }

  void present() override { SDL_GL_SwapWindow(window_); }

  Picture read_pixels() override {
    ScreenGrab grab;
    drawable_size(grab.width, grab.height);
    grab.upwards = true;
    grab.rgba.resize(static_cast<std::size_t>(grab.width) * static_cast<std::size_t>(grab.height) * 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    // WebGL reads no pixels without alpha.
    glReadPixels(0, 0, grab.width, grab.height, GL_RGBA, GL_UNSIGNED_BYTE, grab.rgba.data());
    return to_picture(grab);
  }

  bool ask_for_grab(PixelRect rect) override {
    if (grabber_->full()) return false;
    wanted_grab_ = rect;
    return true;
  }
  std::optional<ScreenGrab> collect_grab() override { return grabber_->collect(); }

  ImTextureID make_texture(const Picture& picture) override {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, picture.width, picture.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                 picture.rgb.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    pictures_.push_back(name);
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(name));
  }

  void write_cell_texture(ImTextureID& texture, int width, int height, const std::vector<std::uint8_t>& rgba) override {
    auto name = static_cast<GLuint>(reinterpret_cast<std::intptr_t>(texture));
    if (texture == nullptr) {
      glGenTextures(1, &name);
      pictures_.push_back(name);
      texture = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(name));
    }
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    glBindTexture(GL_TEXTURE_2D, 0);
  }

  void drop_texture(ImTextureID texture) override {
    const auto name = static_cast<GLuint>(reinterpret_cast<std::intptr_t>(texture));
    std::erase(pictures_, name);
    glDeleteTextures(1, &name);
  }

  void reload_fonts() override {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }

 private:
  // Draws into the window from now on; returns its height.
  int begin_drawing(Color background) const {
    int width = 0, height = 0;
    drawable_size(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    clear_to(background);
    return height;
  }

  void finish_drawing() {
    if (wanted_grab_) {
      int width = 0, height = 0;
      drawable_size(width, height);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      grabber_->ask(*std::exchange(wanted_grab_, std::nullopt), height);
    }
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

  SDL_Window* window_;
  SDL_GLContext context_;
  std::unique_ptr<WorldView> view_;
  std::unique_ptr<WorldView> second_view_;      // created when first needed
  mutable std::unique_ptr<ReliefView> relief_;  // created when first needed
  mutable std::string relief_problem_;
  std::unique_ptr<GlGrabber> grabber_ = std::make_unique<GlGrabber>();  // destroyed before the context
  std::optional<PixelRect> wanted_grab_;
  std::vector<GLuint> pictures_;
  Palette palette_{};
  Texture overview_;
  Framebuffer overview_target_;
  std::string renderer_;
};

}  // namespace

std::unique_ptr<Screen> make_gl_screen(const WindowShape& shape, std::string& error) {
  const int errors_before = settled_x_errors(nullptr);
  // OpenGL 3.3; in a page WebGL 2, which is OpenGL ES 3.0.
  const char* const driver = SDL_GetCurrentVideoDriver();
  const bool in_page = driver != nullptr && std::string_view(driver) == "emscripten";
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, in_page ? 0 : 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, in_page ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
  SDL_Window* window =
      SDL_CreateWindow("Repose", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, shape.width, shape.height,
                       SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window == nullptr) {
    error = trf("no OpenGL window: {}", SDL_GetError());
    return nullptr;
  }
  place_on_display(window);
  SDL_GLContext context = SDL_GL_CreateContext(window);
  std::unique_ptr<WorldView> view;
  if (context == nullptr) {
    error = in_page ? tr("the browser offers no WebGL 2.") : trf("no OpenGL 3.3 context: {}", SDL_GetError());
  } else if (load_gl(find_gl_function, error)) {
    view = WorldView::create(error);
  }
  if (settled_x_errors(window) > errors_before) {
    const std::string text = last_x_error();  // without what follows in brackets, it fits into the status bar
    error = trf("the X server reports {}", text.substr(0, text.find(" (")));
    view.reset();
  }
  if (!view) {
    if (context != nullptr) SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    return nullptr;
  }
  SDL_GL_SetSwapInterval(1);  // if this has no effect, the app's own frame limiter is used
  ImGui_ImplSDL2_InitForOpenGL(window, context);
  ImGui_ImplOpenGL3_Init(is_gl_es() ? "#version 300 es" : "#version 330 core");
  return std::make_unique<GlScreen>(window, context, std::move(view));
}

}  // namespace repose
