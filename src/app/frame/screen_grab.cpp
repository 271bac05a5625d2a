#include "app/frame/screen_grab.hpp"

namespace repose {

Picture to_picture(const ScreenGrab& grab) {
  Picture picture{grab.width, grab.height, {}};
  picture.rgb.reserve(grab.rgba.size() / 4 * 3);
  const std::size_t row_bytes = static_cast<std::size_t>(grab.width) * 4;
  for (int y = 0; y < grab.height; ++y) {
    const std::uint8_t* row = &grab.rgba[static_cast<std::size_t>(grab.upwards ? grab.height - 1 - y : y) * row_bytes];
    for (std::size_t i = 0; i < row_bytes; i += 4)
      picture.rgb.insert(picture.rgb.end(), {row[i], row[i + 1], row[i + 2]});
  }
  return picture;
}

GlGrabber::~GlGrabber() {
  for (const Part& part : parts_) glDeleteSync(part.fence);
}

void GlGrabber::ask(PixelRect rect, int framebuffer_height) {
  Part part{make_gl_buffer(), nullptr, rect.width, rect.height};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, part.buffer.get());
  glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(rect.width) * rect.height * 4, nullptr, GL_STREAM_READ);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(rect.x, framebuffer_height - rect.y - rect.height, rect.width, rect.height, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  part.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  parts_.push_back(std::move(part));
}

std::optional<ScreenGrab> GlGrabber::collect() {
  if (parts_.empty() || glClientWaitSync(parts_.front().fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED)
    return std::nullopt;
  const Part part = std::move(parts_.front());
  parts_.pop_front();
  glDeleteSync(part.fence);
  const std::size_t bytes = static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height) * 4;
  ScreenGrab grab{part.width, part.height, true, std::vector<std::uint8_t>(bytes)};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, part.buffer.get());
  read_pack_buffer(grab.rgba.data(), bytes);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return grab;
}

}  // namespace repose
