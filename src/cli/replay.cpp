// `repose-cli replay`: plays a replay and compares its hashes with the recorded ones.

#include "cli/verbs.hpp"

namespace repose::cli {

int run_verb(const ReplayOptions& options) {
  need_file("replay", options.file);
  Replay replay;
  must(read_replay(options.file, replay));
  const int threads = thread_count(options.threads);
  const Backends backends(asks_for_gpu(options.backend), options.gl_device);
  Session session(backends.registry(), default_rules(), {.threads = threads});
  const Backend chosen = chosen_backend(options.backend, session.registry(), session.automaton());
  if (chosen != session.backend())
    must(session.execute(command::SwitchSolver{std::string(session.automaton()), chosen}), "--backend");
  const ReplayOutcome outcome = play_replay(session, replay, options.file);
  if (options.json) {
    Json json = {{"file", options.file},
                 {"title", replay.title},
                 {"made_by", replay.made_by},
                 {"automaton", session.automaton()},
                 {"backend", backend_name(session.backend())},
                 {"width", session.width()},
                 {"height", session.height()},
                 {"steps", outcome.steps},
                 {"hash", fmt::format("{:016x}", outcome.hash)},
                 {"checkpoints", replay.checkpoints.size()}};
    if (outcome.differs_at) json["differs_at"] = *outcome.differs_at;
    print_json(json);
  } else {
    if (options.hash) fmt::print("{:016x}\n", outcome.hash);
    fmt::print(outcome.differs_at ? stderr : stdout, "{}",
               options.hash && !outcome.differs_at ? "" : outcome.sentence(replay) + "\n");
  }
  const bool exact = session.registry().automaton(session.automaton())->determinism == Determinism::exact;
  return outcome.differs_at && exact ? kExitCheckFailed : kExitFine;
}

}  // namespace repose::cli
