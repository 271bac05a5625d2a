// The start of a run: rules, solver, parameters and the world before the first step; planes from files, and what is
// added to them during the run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stepper.hpp"
#include "cli/verbs.hpp"
#include "repose/edit.hpp"
#include "repose/session.hpp"
#include "repose/world.hpp"
#include "session/height_map.hpp"
#include "session/plane_csv.hpp"

namespace repose::cli {

// Empty: the seed of the start.
std::optional<std::uint64_t> asked_seed(const StartOptions& options);
std::optional<Bias> asked_first_bias(const StartOptions& options);

// Its rules are the built-in ones. prepare_run() replaces them.
Session new_session(const Registry& registry, const StartOptions& options);

// Puts the session into the start state that `options` describe, or throws Failure.
void prepare_run(Session& session, const StartOptions& options);

// A plane that the running solver keeps as state; other planes are refused, because the solver would ignore them.
Plane state_plane(std::string_view option, const Session& session, const std::string& name);

// ---- planes as files: RAW (the values as they are in memory), CSV, and heights as PNG pictures ----

// Reads width * height bytes. Refuses a file of any other size.
std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size);

// Reads a plane from a file: heights from a file name that ends with .png, all else from CSV.
CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane);
void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes, int width);
bool is_height_png(const std::string& path, Plane plane);

// --plane-add: amounts that are added to a plane, and colliders that move, while a run takes its steps.
class Additions {
 public:
  // One word for each --plane-add. `every`: the word of --add-every. Refuses what is invalid. Precondition: the session
  // has its world.
  Additions(const Session& session, const std::vector<std::string>& words, const std::string& every);

  // Runs until the session's step counter is `step`, with the additions in between.
  void advance(Session& session, Stepper& stepper, std::uint64_t step);

 private:
  void add(Session& session);

  std::uint64_t every_ = 1;
  std::vector<AmountEdit> repeated_;   // each of them is added every time
  std::vector<PictureSeries> played_;  // the next picture of each is added every time, until the last one
};

}  // namespace repose::cli
