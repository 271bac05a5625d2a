#include "app/files/height_injection.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/desk/desk.hpp"
#include "app/dialogs/file_dialogs.hpp"
#include "app/frame/messages.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

void HeightInjection::ask_for_folder() {
  desk_.files.browser.open({.title = "Inject heights: a folder of greyscale pictures",
                            .save = false,
                            .extensions = {".png"},
                            .name = {},
                            .chosen = [this](const std::filesystem::path& folder) { begin(folder); },
                            .folder = true});
}

void HeightInjection::begin(const std::filesystem::path& folder) {
  HeightSeries series;
  if (const Status status = series.open(folder); !status) return desk_.messages.say(status.message(), Tone::warning);
  const Session& session = desk_.simulation.session();
  series_ = std::move(series);
  first_step_ = last_step_ = session.step_count();
  width_ = session.width();
  height_ = session.height();
  injected_ = false;
  desk_.messages.say(fmt::format("Injecting {} pictures while the simulation runs.", series_->count()));
  play(1);
}

void HeightInjection::stop() {
  if (!series_) return;
  const std::size_t played = series_->played(), count = series_->count();
  series_.reset();
  desk_.messages.say(fmt::format("Injected {} of {} pictures.", played, count));
}

std::string HeightInjection::why_not() const {
  const Session& session = desk_.simulation.session();
  const bool same_world =
      desk_.simulation.knows(Plane::height) && session.width() == width_ && session.height() == height_;
  if (!same_world || session.step_count() < last_step_ || desk_.simulation.in_the_past())
    return "The injection of heights has ended, because another world runs.";
  return "";
}

void HeightInjection::tick() {
  if (!series_ || desk_.simulation.session().stepping()) return;
  if (const std::string reason = why_not(); !reason.empty()) {
    series_.reset();
    return desk_.messages.say(reason, Tone::warning);
  }
  last_step_ = desk_.simulation.session().step_count();
  const std::uint64_t due = (last_step_ - first_step_) / kPictureSteps + 1;
  if (due > series_->played()) play(static_cast<std::size_t>(due) - series_->played());
}

// One undo takes back all of it, as long as nothing else was done in between.
void HeightInjection::play(std::size_t pictures) {
  AmountEdit edit;
  if (const Status status = series_->play(pictures, edit); !status) {
    series_.reset();
    return desk_.messages.say(status.message(), Tone::warning);
  }
  if (edit.amounts) desk_.simulation.execute(command::Paint{edit, std::exchange(injected_, true), "Inject heights"});
  if (series_->ended()) stop();
}

}  // namespace repose
