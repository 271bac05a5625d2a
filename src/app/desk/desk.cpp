#include "app/desk/desk.hpp"

#include "app/desk/messages.hpp"
#include "app/widgets/theme.hpp"
#include "platform/desktop.hpp"
#include "repose/gpu_solvers.hpp"

#include <utility>

namespace repose {

namespace fs = std::filesystem;

namespace {

Registry registry_with_gpu(const Screen& screen) {
  Registry registry = make_registry();
  add_gpu_solvers(registry, screen.gpu_unavailable());
  return registry;
}

// Why there is no sound in this run. Scripts and tests are silent unless they ask for sound.
std::string why_no_sound(const AppOptions& options) {
  if (options.silent) return tr("The sound was switched off with --no-sound.");
  return options.scripted && !options.sounds ? tr("Scripts make no sound.") : "";
}

// Beside the settings; in scripted runs where the worlds are, if they are stored.
fs::path discoveries_file(const AppOptions& options) {
  const fs::path folder = options.scripted ? options.state_folder : own_folder(OwnFolder::settings);
  return folder.empty() ? folder : folder / "discoveries.json";
}

}  // namespace

fs::path settings_file(const AppOptions& options) {
  const fs::path folder = options.scripted ? fs::path() : own_folder(OwnFolder::settings);
  return folder.empty() ? folder : folder / "settings.json";
}

Desk::Desk(const AppOptions& app_options, std::unique_ptr<Screen> own_screen, Settings stored_settings)
    : options(app_options),
      settings(std::move(stored_settings)),
      settings_keeper(settings_file(options), settings),
      loop(options.clock != nullptr ? *options.clock : system_clock()),
      screen(std::move(own_screen)),
      registry(registry_with_gpu(*screen)),
      actions([this](const std::string& reason) { messages.say(reason, Tone::warning); }),
      simulation(*this, {.threads = options.threads},
                 options.backend.value_or(screen->renders_on_cpu() ? Backend::cpu : Backend::gpu)),
      sound(*this, why_no_sound(options)),
      files(*this,
            !options.state_folder.empty() || options.scripted ? options.state_folder : own_folder(OwnFolder::state)),
      discoveries(*this, discoveries_file(options)),
      timing(options.time_startup, options.time_frames) {}

ImVec4 tone_colour(Tone tone) {
  constexpr ImVec4 Theme::*kColours[] = {&Theme::text, &Theme::good, &Theme::warning, &Theme::error, &Theme::text};
  return theme().*kColours[static_cast<std::size_t>(tone)];
}

void Messages::say(std::string text, Tone tone) {
  if (text.empty()) return;
  const bool repeats = !all_.empty() && all_.front().text == text;
  last_ = {std::move(text), tone, loop_.now()};
  if (repeats) all_.pop_front();
  all_.push_front(last_);
  if (all_.size() > kKeptMax) all_.pop_back();
  loop_.owe(3);
}

bool Messages::visible() const {
  constexpr double kSeconds = 8;  // enough to read two sentences
  return !last_.text.empty() && loop_.now() - last_.shown_at < kSeconds;
}

}  // namespace repose
