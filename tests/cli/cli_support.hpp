// Runs the real repose-cli and returns its output.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>

#include "small_rules.hpp"
#include "support.hpp"

namespace repose::test {

using Json = nlohmann::json;
struct Outcome {
  int code = -1;
  std::string out, err;

  Json json() const { return Json::parse(out); }
  int error_lines() const { return static_cast<int>(std::count(err.begin(), err.end(), '\n')); }
};

// Command lines are as in a shell, without quotes; @name is that file in a folder of the test's own, in which rules.cfg
// holds kSmallRules.
class Cli {
 public:
  Cli() { write("rules.cfg", kSmallRules); }

  Outcome call(const std::string& line) const { return end(start(line)); }

  // A run in the background, to be ended with end().
  Process start(const std::string& line) const {
    std::vector<std::string> words = {REPOSE_CLI};
    std::istringstream in(line);
    for (std::string word; in >> word;) {
      const std::size_t at = word.find('@');
      words.push_back(at == word.npos ? word : word.substr(0, at) + path(word.substr(at + 1)));
    }
    const Process child = start_program(std::move(words), path("stdout"), path("stderr"));
    REQUIRE(child != kNoProcess);
    return child;
  }
  // Waits for a run.
  Outcome end(Process child) const {
    const int code = end_program(child).code;
    return {code, read("stdout"), read("stderr")};
  }

  // A run that must succeed.
  Outcome fine(const std::string& line) const {
    Outcome outcome = call(line);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome;
  }

  // Why an automaton cannot run on the GPU here; empty if it can.
  std::string why_no_gpu(std::string_view automaton) const {
    const Json solvers = fine("solvers --json").json();
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
