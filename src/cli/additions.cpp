#include "cli/additions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "cli/failure.hpp"
#include "cli/plane_files.hpp"
#include "cli/start.hpp"
#include "cli/words.hpp"

namespace repose::cli {

namespace {

HeightSeries series_of(const std::string& path, Plane plane) {
  if (plane != Plane::height) refuse("--plane-add: only heights play from several pictures");
  HeightSeries series;
  if (const Status status = series.open(path); !status) refuse(fmt::format("--plane-add: {}", status.message()));
  return series;
}

AmountEdit amounts_of(const std::string& path, Plane plane) {
  const CsvPlane csv = read_plane("--plane-add", path, plane);
  std::vector<std::int32_t> amounts(csv.bytes.size() / sizeof(std::int32_t));
  std::memcpy(amounts.data(), csv.bytes.data(), csv.bytes.size());
  return {plane, {0, 0}, csv.width, csv.height, std::make_shared<const std::vector<std::int32_t>>(std::move(amounts))};
}

}  // namespace

Additions::Additions(const Session& session, const std::vector<std::string>& words, const std::string& every)
    : every_(whole_number("--add-every", every, 1, std::numeric_limits<std::uint64_t>::max())) {
  for (const std::string& word : words) {
    const auto [name, path] = name_and_value("--plane-add", word);
    const Plane plane = state_plane("--plane-add", session, name);
    if (plane != Plane::mass && plane != Plane::height)
      refuse(fmt::format("--plane-add: {} is not a plane of amounts", name));
    if (HeightSeries::is_series(path)) {
      played_.push_back(series_of(path, plane));
    } else {
      repeated_.push_back(amounts_of(path, plane));
    }
  }
}

void Additions::add(Session& session) {
  for (const AmountEdit& edit : repeated_) session.execute(command::Paint{edit});
  for (HeightSeries& series : played_) {
    if (series.ended()) continue;
    AmountEdit edit;
    if (const Status status = series.play(1, edit); !status) refuse(fmt::format("--plane-add: {}", status.message()));
    if (edit.amounts) session.execute(command::Paint{edit});
  }
}

void Additions::advance(Session& session, Stepper& stepper, std::uint64_t step) {
  const bool adds = !repeated_.empty() || !played_.empty();
  while (adds && session.step_count() < step) {
    if (session.step_count() % every_ == 0) add(session);
    const std::uint64_t to_next = every_ - session.step_count() % every_;
    stepper.take(std::min(step - session.step_count(), to_next));
  }
  stepper.advance_to(step);
}

}  // namespace repose::cli
