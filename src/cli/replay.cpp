// `repose-cli replay`: plays a replay and compares its hashes with the recorded ones.

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "session/challenge.hpp"

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

// `repose-cli judge`: plays the solution of a challenge, and says what it is worth.

namespace {

constexpr std::uint64_t kPlanBytesMax = 1u << 20;

Replay read_solution(const std::string& file, const Ruleset& rules) {
  Replay replay;
  if (holds_replay(file)) {
    must(read_replay(file, replay));
    return replay;
  }
  std::string fault;
  const auto text = read_whole_file(file, kPlanBytesMax, fault);
  if (!text) refuse("{}: {}", file, fault);
  if (text->find('\0') != text->npos) refuse("{}: neither a replay nor a solution that was written by hand", file);
  must(read_plan(*text, file, rules, replay));
  return replay;
}

}  // namespace

int run_verb(const JudgeOptions& options) {
  need_file("judge", options.file);
  const LoadedRules rules = default_rules();
  const Replay replay = read_solution(options.file, *rules.ruleset);
  if (!replay.challenge) throw Failure{kExitCheckFailed, options.file + ": not a solution: it names no challenge"};
  const ChallengeResult read = options.challenge.empty() ? find_challenge(replay.challenge->name, rules)
                                                         : read_challenge_file(options.challenge, rules);
  if (!read.challenge) {
    const std::string why = read.diagnostics.empty() ? "" : format(read.diagnostics.front());
    throw Failure{kExitCheckFailed, fmt::format("{}: {}", options.file, why)};
  }
  const Challenge& challenge = *read.challenge;
  const Backends backends(asks_for_gpu(options.backend), options.gl_device);
  const Registry& registry = backends.registry();
  const Backend backend = chosen_backend(options.backend, registry, registry.automaton_for(*challenge.rules).name);
  Verdict verdict = judge(registry, replay, read.challenge, backend, thread_count(options.threads));
  const bool solved = verdict.refusal.empty();
  const ChallengePlay& play = verdict.play;
  if (options.json) {
    Json goals = Json::array();
    for (std::size_t i = 0; i < play.goals.size(); ++i)
      goals.push_back({{"goal", challenge.goals[i].text}, {"met", play.goals[i].met}, {"cells", play.goals[i].cells}});
    Json json = {{"file", options.file},
                 {"challenge", challenge.name},
                 {"solved", solved},
                 {"medal", medal_name(play.medal)},
                 {"steps", solved ? play.ended : verdict.steps},
                 {"matter", play.matter},
                 {"strokes", play.strokes},
                 {"goals", std::move(goals)}};
    if (!solved) json["reason"] = verdict.refusal;
    print_json(json);
  } else if (solved) {
    for (std::size_t i = 0; i < play.goals.size(); ++i) {
      const bool counts = challenge.goals[i].kind != ChallengeGoal::Kind::within;
      fmt::print("goal {}: {}\n", challenge.goals[i].text,
                 counts ? fmt::format("{} cells", play.goals[i].cells) : "yes");
    }
    fmt::print("{}: {} with {} cells, {} strokes, {} steps ({:.1f} s)\n", challenge.title, medal_name(play.medal),
               play.matter, play.strokes, play.ended, static_cast<double>(play.ended) / challenge.steps_per_second());
  }
  if (!options.replay_out.empty() && !verdict.solution.segments.empty())
    must(write_replay(options.replay_out, verdict.solution), "--replay-out");
  if (!solved && !options.json) throw Failure{kExitCheckFailed, fmt::format("{}: {}", options.file, verdict.refusal)};
  return solved ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli
