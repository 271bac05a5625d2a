// What a session has been, and the ways back: undo, redo, and the time line. The session hands it every command; it
// notes what the command did and passes it on. docs/history.md tells how it works.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

  // Steps in the background. Those that lead past something that has to be done again take execute().
  bool must_follow(std::uint64_t count) const;
  // Whether the world before them is to be handed over when they have begun.
  bool is_keyframe_due(Session& session);
  // Before they count in the session's step counter.
  void begun_steps(Session& session, std::uint64_t count, std::unique_ptr<WorldCapture> before);

  // Takes over what has arrived from a GPU. Call now and then.
  void collect();
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
    // Where it leads to another line: that one, at the place.
    std::shared_ptr<Timeline> line;
  };
  using Stack = std::deque<Entry>;
  // A moment on the way to where somebody has looked, for who looks at what lies a little before it.
  struct Stop {
    Place place;
    Moment moment;
  };

  CommandResult step(Session& session, std::uint64_t count);
  CommandResult paint(Session& session, const command::Paint& c);
  CommandResult set_parameter(Session& session, const command::SetParameter& c);
  // Everything else that changes something.
  CommandResult operate(Session& session, const Command& command);
  CommandResult travel(Session& session, Stack& from, Stack& to, const char* verb);
  CommandResult seek(Session& session, std::uint64_t position);
  CommandResult save_replay(Session& session, const command::SaveReplay& c);
  CommandResult open_replay(Session& session, const command::LoadReplay& c);
  // Whether everything on a line can be had again with the solvers of this session.
  static Status check_rules(const Session& session, const Timeline& line);

  // A new operation of that title; undo leads to `before`. There is nothing to redo any more.
  void note(std::string title, const Place& before, std::string key);
  void push(Stack& stack, Entry entry);
  void drop(Stack& stack, bool newest);
  bool is_on_line(const std::optional<Entry::Spot>& spot) const;
  // Back in the present, the journey into the past is nothing to be undone.
  void end_journey();
  void trim();

  // What runs now; without `arriving` the world is downloaded.
  Moment capture(Session& session, std::unique_ptr<WorldCapture> arriving);
  void begin_segment(Session& session, bool jump);
  void begin_segment(Moment moment, bool jump);
  // A keyframe where steps have led. In the past the line goes on as it does.
  void begin_keyframe(Moment moment);
  void begin_keyframe_if_due(Session& session);
  // Sees to it that undo will not have a long way, where that can be had.
  void prepare_operation(Session& session);
  void add(Deed deed);
  bool is_script_heavy() const;

  // Makes the session be what it was there; on failure nothing has changed.
  static Status restore(Session& session, const Moment& moment);
  static Status replace_world(Session& session, const World& world);
  Status go_to(Session& session, const Place& place);
  // The same, with stops on the way, ever closer to the place.
  Status look_at(Session& session, const Place& place);
  // Restores the last stop before a place, or its keyframe, and says where that is.
  Status restore_before(Session& session, const Place& place, Place& at);
  // From another place of the same story.
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
  bool is_counted_ = false;  // the worlds that were put by last are among them
  std::vector<Stop> stops_;  // of one story, in its order
  std::string last_key_;     // of the operation that the next one may belong to; empty: none
  KeyframePace pace_;
};

}  // namespace repose
