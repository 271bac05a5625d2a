#include "app/desk/messages.hpp"

#include <utility>

#include "app/widgets/theme.hpp"

namespace repose {

ImVec4 tone_colour(Tone tone) {
  constexpr ImVec4 Theme::*kColours[] = {&Theme::text, &Theme::good, &Theme::warning, &Theme::error};
  return theme().*kColours[static_cast<std::size_t>(tone)];
}

void Messages::say(std::string text, Tone tone) {
  if (text.empty()) return;
  const bool repeats = !all_.empty() && all_.front().text == text;
  last_ = {std::move(text), tone, loop_.now()};
  if (repeats) all_.pop_front();
  all_.push_front(last_);
  if (all_.size() > kKeptMax) all_.pop_back();
  loop_.owe(3);
}

bool Messages::visible() const {
  constexpr double kSeconds = 8;  // enough to read two sentences
  return !last_.text.empty() && loop_.now() - last_.shown_at < kSeconds;
}

}  // namespace repose
