// Runs the real repose-cli and returns its output.
#pragma once

#include <nlohmann/json.hpp>

#include "small_rules.hpp"
#include "support.hpp"

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
  Process start(Words words) const {
    words.insert(words.begin(), REPOSE_CLI);
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
