#include "app/frame/messages.hpp"

#include <utility>

namespace repose {

void Messages::say(std::string text, Tone tone) {
  if (text.empty()) return;
  last_ = {std::move(text), tone, loop_.now()};
  loop_.owe(3);
}

bool Messages::visible() const {
  constexpr double kSeconds = 8;  // enough to read two sentences
  return !last_.text.empty() && loop_.now() - last_.shown_at < kSeconds;
}

}  // namespace repose
