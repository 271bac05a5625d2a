#include "app/sound/sound_player.hpp"

#include <variant>

#include "app/desk/desk.hpp"
#include "app/files/settings.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "render/visible_area.hpp"

namespace repose {

namespace {

constexpr double kListenSeconds = 1.0 / 30 - 1e-3;  // between two comparisons; a frame may come a little early
constexpr double kHoldSeconds = 0.25;               // a world that takes few steps a second sounds on between them
constexpr double kPaintSeconds = 0.2;  // in which painted cells may still be heard: a GPU answers some frames later
constexpr double kPauseSeconds = 1;    // of silence, after which the device is paused
constexpr double kRetrySeconds = 10;   // between two attempts to open a device

// Whether a command changes cells where they are, as a person sees it, and does not bring another world.
bool goes_on(const Command& command) {
  return std::holds_alternative<command::Paint>(command) || std::holds_alternative<command::PasteClip>(command) ||
         std::holds_alternative<command::EraseRect>(command) || std::holds_alternative<command::Fill>(command) ||
         std::holds_alternative<command::Step>(command) || std::holds_alternative<command::SetParameter>(command) ||
         std::holds_alternative<command::KeepLedger>(command);
}

}  // namespace

bool SoundPlayer::is_wanted() const {
  return !is_off_ && !desk_.settings.sound.muted && desk_.settings.sound.volume_percent > 0;
}

void SoundPlayer::rules_replaced() {
  ear_.set_rules(desk_.simulation.session().ruleset());
  ear_.forget();
}

void SoundPlayer::command_done(const Command& command) {
  if (goes_on(command)) {
    if (!std::holds_alternative<command::Step>(command)) painted_at_ = ticked_at_;
    return;
  }
  ear_.forget();
  thuds_.forget();
}

void SoundPlayer::tick(double now) {
  ticked_at_ = now;
  if (device_.is_lost()) device_.close();
  if (!is_wanted() || desk_.simulation.session().under_way()) {
    ear_.forget();
    return calm(now);
  }
  device_.feed().put_volume(static_cast<float>(desk_.settings.sound.volume_percent) / 100);
  if (!device_.is_open() && now - failed_at_ < kRetrySeconds) return;
  if (now - listened_at_ >= kListenSeconds) listen(now);
  if (now - counted_at_ > kHoldSeconds) calm(now);
}

CellBox SoundPlayer::visible_cells(const CellView& view) const {
  if (desk_.view.canvas.in_relief()) return {0, 0, view.width, view.height};
  const Area area = cells_in_view(desk_.view.canvas.camera(), view.width, view.height, 0);
  return {area.x.begin, area.y.begin, area.x.size(), area.y.size()};
}

void SoundPlayer::listen(double now) {
  listened_at_ = now;
  const CellView view = desk_.simulation.session().view();
  const CellBox area = visible_cells(view);
  if (view.empty() || area.width <= 0 || area.height <= 0) return ear_.forget();
  const std::uint64_t step = desk_.simulation.session().view_step();
  if (step < step_) ear_.forget();  // back in time
  step_ = step;
  if (const auto counts = ear_.listen(view, area)) play(*counts, now);
}

void SoundPlayer::play(const sound::EventCounts& counts, double now) {
  counted_at_ = now;
  const sound::Activity activity = sound::activity_of(counts);
  const auto thud = thuds_.find(counts, now - painted_at_ < kPaintSeconds);
  const bool any = activity.any();
  if (any) heard_at_ = now;
  if (any && !device_.is_open() && !open_device(now)) return;
  if (any) device_.set_playing(true);
  if (thud) device_.feed().put(*thud);
  if (any || sounds_) device_.feed().put(activity);
  sounds_ = any;
  if (!any) calm(now);
}

bool SoundPlayer::open_device(double now) {
  problem_ = device_.open();
  if (!problem_.empty()) failed_at_ = now;
  return problem_.empty();
}

void SoundPlayer::calm(double now) {
  if (!is_wanted()) device_.feed().put_volume(0);
  if (sounds_) device_.feed().put(sound::Activity{});
  sounds_ = false;
  if (device_.is_playing() && now - heard_at_ > kPauseSeconds && device_.feed().silent()) device_.set_playing(false);
}

}  // namespace repose
