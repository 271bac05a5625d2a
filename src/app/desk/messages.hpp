// The message of the status bar, and the messages before it.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <deque>
#include <string>

#include "app/desk/time.hpp"

namespace repose {

// From warning on, a message that has no space in the status bar is shown whole in a card.
enum class Tone : unsigned char { plain, good, warning, error, advice };
ImVec4 tone_colour(Tone tone);

struct Message {
  std::string text;  // empty: none yet
  Tone tone = Tone::plain;
  double shown_at = 0;  // seconds of the frame clock
};

class Messages {
 public:
  explicit Messages(FrameLoop& loop) : loop_(loop) {}

  // Replaces the last message. An empty text leaves it as it is.
  void say(std::string text, Tone tone = Tone::plain);
  double now() const { return loop_.now(); }  // seconds of the frame clock
  const Message& last() const { return last_; }
  // The newest message first, at most kKeptMax; a message that is repeated at once is there once.
  const std::deque<Message>& all() const { return all_; }
  static constexpr std::size_t kKeptMax = 100;
  bool visible() const;  // whether the last message is recent enough to be on screen

 private:
  FrameLoop& loop_;
  Message last_;
  std::deque<Message> all_;
};

}  // namespace repose
