// The present line: the last steps and what was done between them, so that every position on it can be had again. A
// position is the number of steps taken along the line; the session's step counter, which scenes and Reset set back, is
// another matter.
//
// The line is made of segments. Each begins with a keyframe, and from there on its script and the steps lead to all
// that follows. Plain bookkeeping: who restores and steps is History.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>

#include "session/kept_bytes.hpp"
#include "session/moment.hpp"

namespace repose {

class Timeline {
 public:
  struct Segment {
    std::uint64_t begin = 0;  // its first position
    // Where in the keyframe's story it begins: not at the keyframe itself where undo has led into the middle of a
    // story.
    std::uint64_t steps_before = 0;
    std::size_t events_before = 0;
    std::shared_ptr<Keyframe> keyframe;  // nobody else adds to its script
    bool jump = false;                   // something else than steps and events led here
  };

  std::uint64_t oldest() const { return segments_.front().begin; }
  std::uint64_t now() const { return now_; }
  std::uint64_t newest() const { return newest_; }
  bool in_the_past() const { return now_ < newest_; }
  // Changes whenever a part of the line that lay in the future is cut off.
  std::uint64_t line() const { return line_; }

  Place here() const;
  // What was or will be there after all that was done there. Precondition: oldest() <= position <= newest().
  Place at(std::uint64_t position) const;
  void move_to(std::uint64_t position);

  // Something happens now; what lay in the future will not. The segment begins in the middle or at the beginning of a
  // story.
  void begin_segment(const Place& from, bool jump);
  // Returns what it takes in memory.
  std::size_t add(Deed deed);

  // For a line that comes from elsewhere: so many steps more from there on, in the future. Once it has a segment, now
  // is its oldest position. Its `begin` is set here.
  void lay(Segment segment, std::uint64_t steps);
  const std::deque<Segment>& segments() const { return segments_; }
  // Of positions: what the hash was there, as far as somebody knows.
  std::map<std::uint64_t, std::uint64_t>& checkpoints() { return checkpoints_; }
  const std::map<std::uint64_t, std::uint64_t>& checkpoints() const { return checkpoints_; }
  // In the past: a keyframe of what runs now, so that what is to come is not far from one.
  void split(Moment moment);

  // Steps to the next thing that was done, or to the end; 0 in the present.
  std::uint64_t steps_to_next() const;
  // After `steps` more, at most steps_to_next() unless that is 0.
  void advance(std::uint64_t steps);
  // What was done at this position and is still to be done again on the way into the future; passes it.
  const Event* next_event();
  // The same for the beginning of another segment, once no event is left.
  const Segment* next_segment();

  // What it takes to get from the keyframe to now.
  std::uint64_t steps_since_keyframe() const { return here().steps; }
  const Keyframe& last_keyframe() const { return *segments_.back().keyframe; }

  // Lets go of the oldest segments until what remains fits, but never of the one in which now() is.
  void trim(std::size_t bytes_max, std::uint64_t steps_max);
  std::size_t bytes() { return kept_.bytes(); }

 private:
  Place place_in(const Segment& segment, std::uint64_t position) const;
  void cut();
  void forget_checkpoints();

  std::deque<Segment> segments_;
  std::map<std::uint64_t, std::uint64_t> checkpoints_;
  std::uint64_t now_ = 0, newest_ = 0, line_ = 0;
  std::size_t segment_ = 0;  // of now_
  std::size_t event_ = 0;    // of its script: the next one
  KeptBytes kept_;
};

}  // namespace repose
