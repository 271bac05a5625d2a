// A picture on screen without OpenGL: the world is painted on the processor into a streaming texture, and ImGui's
// triangles go through SDL_RenderGeometryRaw. (Debian's libimgui does not contain ImGui's own SDL_Renderer backend.)
#include <backends/imgui_impl_sdl.h>

#include <array>
#include <utility>

#include "app/desk/window.hpp"
#include "core/language.hpp"
#include "render/painter.hpp"
#include "render/shading.hpp"

namespace repose {
namespace {

class SoftwareScreen final : public Screen {
 public:
  SoftwareScreen(SDL_Window* window, SDL_Renderer* renderer, std::string why_no_gl)
      : window_(window), renderer_(renderer), why_no_gl_(std::move(why_no_gl)) {
    ImGui_ImplSDL2_InitForSDLRenderer(window);
    ImGui::GetIO().BackendRendererName = "repose_sdl_renderer";
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    reload_fonts();
  }

  ~SoftwareScreen() override {
    ImGui_ImplSDL2_Shutdown();
    if (fonts_ != nullptr) SDL_DestroyTexture(fonts_);
    for (SDL_Texture* picture : pictures_) {
      if (picture != nullptr) SDL_DestroyTexture(picture);
    }
    if (overview_ != nullptr) SDL_DestroyTexture(overview_);
    SDL_DestroyRenderer(renderer_);
    SDL_DestroyWindow(window_);
  }

  SDL_Window* window() const override { return window_; }
  std::string gpu_unavailable() const override { return why_no_gl_; }
  std::string renderer_name() const override { return tr("SDL software renderer (no OpenGL)"); }
  bool renders_on_cpu() const override { return true; }
  void drawable_size(int& width, int& height) const override { SDL_GetRendererOutputSize(renderer_, &width, &height); }

  void begin_ui() override { ImGui_ImplSDL2_NewFrame(); }
  void set_palette(const Palette& palette) override {
    palette_ = palette;
    shimmers_ = has_shimmer(palette);
    painted_ = {};
  }

  void draw(std::span<const Pane> panes, const Looks& looks, const WindowColors& colors) override {
    SDL_SetRenderDrawColor(renderer_, colors.panels.r, colors.panels.g, colors.panels.b, 255);
    SDL_RenderSetClipRect(renderer_, nullptr);
    SDL_RenderClear(renderer_);
    for (std::size_t i = 0; i < panes.size(); ++i) paint(i, panes[i], looks, colors.surround);
    if (wanted_grab_) {
      const PixelRect rect = *std::exchange(wanted_grab_, std::nullopt);
      ScreenGrab grab{rect.width, rect.height, false,
                      std::vector<std::uint8_t>(static_cast<std::size_t>(rect.width) * rect.height * 4)};
      const SDL_Rect part{rect.x, rect.y, rect.width, rect.height};
      SDL_RenderReadPixels(renderer_, &part, SDL_PIXELFORMAT_RGBA32, grab.rgba.data(), rect.width * 4);
      grabbed_ = std::move(grab);
    }
    const ImDrawData& data = *ImGui::GetDrawData();
    SDL_RenderSetScale(renderer_, data.FramebufferScale.x, data.FramebufferScale.y);
    for (int list_index = 0; list_index < data.CmdListsCount; ++list_index) {
      const ImDrawList& list = *data.CmdLists[list_index];
      for (const ImDrawCmd& command : list.CmdBuffer) {
        const ImVec4& clip = command.ClipRect;
        const SDL_Rect rect{static_cast<int>(clip.x), static_cast<int>(clip.y), static_cast<int>(clip.z - clip.x),
                            static_cast<int>(clip.w - clip.y)};
        if (command.UserCallback != nullptr || rect.w <= 0 || rect.h <= 0) continue;
        SDL_RenderSetClipRect(renderer_, &rect);
        const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
        const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
        const int vertex_count = list.VtxBuffer.Size - static_cast<int>(command.VtxOffset);
        SDL_RenderGeometryRaw(renderer_, static_cast<SDL_Texture*>(command.GetTexID()), &vertices->pos.x,
                              sizeof(ImDrawVert), reinterpret_cast<const SDL_Color*>(&vertices->col),
                              sizeof(ImDrawVert), &vertices->uv.x, sizeof(ImDrawVert), vertex_count, indices,
                              static_cast<int>(command.ElemCount), sizeof(ImDrawIdx));
      }
    }
    SDL_RenderSetClipRect(renderer_, nullptr);
    SDL_RenderSetScale(renderer_, 1, 1);
  }

  LivePicture draw_overview(const CellView& view, const Looks& looks, Color surround, int width, int height,
                            std::optional<int> part) override {
    if (fit_texture(overview_, width, height)) part.reset();
    const Camera camera = overview_camera(view, width, height, part);
    const SDL_Rect rows{0, camera.viewport().y, width, camera.viewport().height};
    void* pixels = nullptr;
    int pitch = 0;
    if (SDL_LockTexture(overview_, &rows, &pixels, &pitch) != 0) return {};
    paint_world(view, palette_, camera, overview_looks(looks), surround, static_cast<std::uint32_t*>(pixels),
                static_cast<std::size_t>(pitch) / sizeof(std::uint32_t));
    SDL_UnlockTexture(overview_);
    return {overview_, false};
  }

  void present() override { SDL_RenderPresent(renderer_); }

  Picture read_pixels() override {
    Picture picture;
    drawable_size(picture.width, picture.height);
    picture.rgb.resize(static_cast<std::size_t>(picture.width) * picture.height * 3);
    SDL_RenderReadPixels(renderer_, nullptr, SDL_PIXELFORMAT_RGB24, picture.rgb.data(), picture.width * 3);
    return picture;
  }

  bool ask_for_grab(PixelRect rect) override {
    wanted_grab_ = rect;
    return true;
  }
  std::optional<ScreenGrab> collect_grab() override { return std::exchange(grabbed_, std::nullopt); }

  ImTextureID make_texture(const Picture& picture) override {
    SDL_Texture* texture =
        SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_RGB24, SDL_TEXTUREACCESS_STATIC, picture.width, picture.height);
    SDL_UpdateTexture(texture, nullptr, picture.rgb.data(), picture.width * 3);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    return texture;  // destroyed with its renderer
  }

  void write_cell_texture(ImTextureID& texture, int width, int height, const std::vector<std::uint8_t>& rgba) override {
    int have_width = 0, have_height = 0;
    auto* target = static_cast<SDL_Texture*>(texture);
    if (target != nullptr) SDL_QueryTexture(target, nullptr, nullptr, &have_width, &have_height);
    if (have_width != width || have_height != height) {
      if (target != nullptr) SDL_DestroyTexture(target);
      target = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ABGR8888, SDL_TEXTUREACCESS_STATIC, width, height);
      SDL_SetTextureBlendMode(target, SDL_BLENDMODE_BLEND);
      SDL_SetTextureScaleMode(target, SDL_ScaleModeNearest);
      texture = target;
    }
    SDL_UpdateTexture(target, nullptr, rgba.data(), width * 4);
  }

  void drop_texture(ImTextureID texture) override { SDL_DestroyTexture(static_cast<SDL_Texture*>(texture)); }

  void reload_fonts() override {
    if (fonts_ != nullptr) SDL_DestroyTexture(fonts_);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    fonts_ = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ABGR8888, SDL_TEXTUREACCESS_STATIC, width, height);
    SDL_UpdateTexture(fonts_, nullptr, pixels, width * 4);
    SDL_SetTextureBlendMode(fonts_, SDL_BLENDMODE_BLEND);
    ImGui::GetIO().Fonts->SetTexID(fonts_);
  }

 private:
  // The inputs of the picture; if they are equal, it need not be painted again.
  struct Painted {
    std::uint64_t generation = ~std::uint64_t{0};
    ShownCells shown;
    Camera camera;
    Looks looks;
    float shimmer_time = 0;
    friend bool operator==(const Painted&, const Painted&) = default;
  };

  void paint(std::size_t pane, const Pane& what, const Looks& looks, Color surround) {
    const auto& [view, camera] = what;
    const PixelRect& port = camera.viewport();
    if (port.width <= 0 || port.height <= 0) return;
    SDL_Texture*& picture = pictures_[pane];
    if (fit_texture(picture, port.width, port.height)) painted_[pane] = {};
    const float shimmer_time = shimmers_ && looks.grain ? shading::shimmer_time(view.step) : 0.0f;
    const Painted now{view.generation, view.shown, camera, looks, shimmer_time};
    void* pixels = nullptr;
    int pitch = 0;
    if (!(now == painted_[pane]) && SDL_LockTexture(picture, nullptr, &pixels, &pitch) == 0) {
      paint_world(view, palette_, camera, looks, surround, static_cast<std::uint32_t*>(pixels),
                  static_cast<std::size_t>(pitch) / sizeof(std::uint32_t));
      SDL_UnlockTexture(picture);
      painted_[pane] = now;
    }
    const SDL_Rect target{port.x, port.y, port.width, port.height};
    SDL_RenderCopy(renderer_, picture, nullptr, &target);
  }

  // True when the texture is a new one.
  bool fit_texture(SDL_Texture*& texture, int width, int height) {
    int have_width = 0, have_height = 0;
    if (texture != nullptr) SDL_QueryTexture(texture, nullptr, nullptr, &have_width, &have_height);
    if (have_width == width && have_height == height) return false;
    if (texture != nullptr) SDL_DestroyTexture(texture);
    texture = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height);
    return true;
  }

  SDL_Window* window_;
  SDL_Renderer* renderer_;
  std::string why_no_gl_;
  Palette palette_{};
  bool shimmers_ = false;
  SDL_Texture* fonts_ = nullptr;
  std::array<SDL_Texture*, kPanesMax> pictures_{};  // of the panes
  SDL_Texture* overview_ = nullptr;
  std::array<Painted, kPanesMax> painted_;
  std::optional<PixelRect> wanted_grab_;
  std::optional<ScreenGrab> grabbed_;
};

}  // namespace

std::unique_ptr<Screen> make_software_screen(const WindowShape& shape, const std::string& why_no_gl,
                                             std::string& error) {
  // Otherwise SDL shows the pixels of a software renderer through OpenGL if it can.
  SDL_SetHintWithPriority(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0", SDL_HINT_OVERRIDE);
  SDL_Window* window = SDL_CreateWindow("Repose", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, shape.width,
                                        shape.height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window != nullptr) place_on_display(window);
  SDL_Renderer* renderer = window != nullptr ? SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE) : nullptr;
  if (renderer == nullptr) {
    error = trf("no window can be opened: {}", SDL_GetError());
    if (window != nullptr) SDL_DestroyWindow(window);
    return nullptr;
  }
  return std::make_unique<SoftwareScreen>(window, renderer, why_no_gl);
}

}  // namespace repose
