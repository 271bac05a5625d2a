// The message of the status bar: the last one that was set.
#pragma once

#include <string>

#include "app/frame/frame_loop.hpp"

namespace repose {

enum class Tone : unsigned char { plain, good, warning, error };

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
  // Whether the last message is recent enough to be on screen.
  bool visible() const;

 private:
  FrameLoop& loop_;
  Message last_;
};

}  // namespace repose
