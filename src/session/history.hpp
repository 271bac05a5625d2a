// What a session has been, and the ways back: undo, redo, and the time line. The session hands it every command; it notes what
// the command did and passes it on. docs/history.md tells how it works.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "repose/session.hpp"
#include "session/keyframe_pace.hpp"
#include "session/stored_world.hpp"
#include "session/timeline.hpp"

namespace repose {

class History {
 public:
  History(Session& session, const HistoryLimits& limits);

  void set_limits(const HistoryLimits& limits);
  CommandResult execute(Session& session, const Command& command);

  // Of steps in the background: whether they lead past something that was done and has to be done again, which takes execute();
  // what to call before them; and what to call once they have begun.
  bool must_follow(std::uint64_t count) const;
  void before_steps(Session& session) { begin_keyframe_if_due(session); }
  void begun_steps(std::uint64_t count);

  // Takes over what has arrived from a GPU. Call now and then.
  void collect() { store_.collect(); }
  StoredWorldPtr store(World world) { return store_.put(std::move(world)); }
  // The session runs on another solver with a world that may be older: brings back what was there, if it can be had.
  void resume(Session& session);

  HistoryFacts facts() const;
  TimelineFacts timeline() const;

 private:
  // What an entry of a stack leads to.
  struct Entry {
    std::string title;
    Place place;
    // For a journey on the line itself: where it leads, as long as the line is that one.
    struct Spot {
      std::uint64_t line = 0, position = 0;
    };
    std::optional<Spot> spot;
  };
  using Stack = std::deque<Entry>;

  CommandResult step(Session& session, std::uint64_t count);
  CommandResult paint(Session& session, const command::Paint& c);
  CommandResult set_parameter(Session& session, const command::SetParameter& c);
  // Everything else that changes something.
  CommandResult operate(Session& session, const Command& command);
  CommandResult travel(Session& session, Stack& from, Stack& to, const char* verb);
  CommandResult seek(Session& session, std::uint64_t position);

  // A new operation of that title; undo leads to `before`. There is nothing to redo any more.
  void note(std::string title, const Place& before, std::string key);
  void push(Stack& stack, Entry entry);
  void drop(Stack& stack, bool newest);
  bool is_on_line(const std::optional<Entry::Spot>& spot) const;
  // Back in the present, the journey into the past is nothing to be undone.
  void end_journey();
  void trim();

  Moment capture(Session& session);
  void begin_segment(Session& session, bool jump);
  // In the present only.
  void begin_keyframe_if_due(Session& session);
  void add(Deed deed);

  // Makes the session be what it was there; on failure nothing has changed.
  static Status restore(Session& session, const Moment& moment);
  static Status replace_world(Session& session, const World& world);
  static Status go_to(Session& session, const Place& place);
  // The same from another place of the same story.
  static Status go_on(Session& session, const Place& from, const Place& to);
  // Does what was done at this position of the past.
  Status follow(Session& session);
  static void perform(Session& session, const Deed& deed);
  static Status take_steps(Session& session, std::uint64_t count);

  HistoryLimits limits_;
  WorldStore store_;
  Timeline timeline_;
  Stack undo_, redo_;
  KeptBytes kept_;           // by the stacks
  std::size_t bytes_ = 0;    // of them, as last counted
  std::string last_key_;     // of the operation that the next one may belong to; empty: none
  KeyframePace pace_;
};

}  // namespace repose
