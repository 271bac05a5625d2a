// Runs the real repose-cli and returns its output.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "small_rules.hpp"
#include "support.hpp"

extern char** environ;

namespace repose::test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

struct Outcome {
  int code = -1;
  std::string out, err;

  Json json() const { return Json::parse(out); }
  int error_lines() const { return static_cast<int>(std::count(err.begin(), err.end(), '\n')); }
};

class Cli {
 public:
  Outcome operator()(Words words) const { return end(start(std::move(words))); }

  // A run in the background, to be ended with end().
  pid_t start(Words words) const {
    words.insert(words.begin(), REPOSE_CLI);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    const std::string out = path("stdout"), err = path("stderr");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    const int spawned = posix_spawn(&child, REPOSE_CLI, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE(spawned == 0);
    return child;
  }
  // Waits for a run.
  Outcome end(pid_t child) const {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
  }

  // A run that must succeed.
  Outcome fine(Words words) const {
    Outcome outcome = (*this)(std::move(words));
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome;
  }

  // Why an automaton cannot run on the GPU here; empty if it can.
  std::string why_no_gpu(std::string_view automaton) const {
    const Json solvers = fine({"solvers", "--json"}).json();
    for (const Json& row : solvers["solvers"]) {
      if (row["backend"] == "gpu" && row["automaton"] == automaton)
        return row["available"] ? "" : row["reason"].get<std::string>();
    }
    return "there is no such backend";
  }

  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  std::string write(std::string_view name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return path(name);
  }
  std::string read(std::string_view name) const { return read_text(folder_ / name); }
  bool has(std::string_view name) const { return std::filesystem::exists(folder_ / name); }

 private:
  TemporaryFolder folder_;
};

}  // namespace repose::test
