#include "platform/picture_clipboard.hpp"

namespace repose {

std::optional<ClipboardAnswer> PictureClipboard::take_answer() {
  if (!asking_) return std::nullopt;
  auto answer = this->answer();
  asking_ = !answer;
  return answer;
}

}  // namespace repose
