// `repose-cli solvers`: lists the solvers, and why some cannot run here.
#include <fmt/format.h>

#include "cli/backends.hpp"
#include "cli/failure.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"

namespace repose::cli {

namespace {

void print_table(const Registry& registry) {
  fmt::print("{:<14}{:<10}{}\n", "AUTOMATON", "BACKEND", "HERE");
  for (const SolverEntry& entry : registry.solvers()) {
    fmt::print("{:<14}{:<10}{}\n", entry.automaton, backend_name(entry.backend),
               entry.available() ? "available" : "not available: " + entry.unavailable);
  }
}

Json to_json(const Registry& registry) {
  Json list = Json::array();
  for (const SolverEntry& entry : registry.solvers()) {
    Json row = {
        {"automaton", entry.automaton}, {"backend", backend_name(entry.backend)}, {"available", entry.available()}};
    if (!entry.available()) row["reason"] = entry.unavailable;
    list.push_back(std::move(row));
  }
  return {{"solvers", std::move(list)}};
}

}  // namespace

int run_solvers(const SolversOptions& options) {
  const Backends backends(true, options.gl_device);
  if (options.json) {
    print_json(to_json(backends.registry()));
  } else {
    print_table(backends.registry());
  }
  return kExitFine;
}

}  // namespace repose::cli
