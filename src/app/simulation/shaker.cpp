#include "app/simulation/shaker.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/files/settings.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {
constexpr int kParts = 14, kPassesPerPart = 4;  // a quarter of a second; what is loose moves some cells
static_assert(kParts * kPassesPerPart <= command::kShakePassesMax);
constexpr double kTrembleSeconds = 0.3;
constexpr float kTremblePoints = 4;
}  // namespace

void Shaker::shake() {
  const bool goes_on = parts_left_ > 0;
  if (!goes_on) {
    ++shakes_;
    pass_ = 0;
    desk_.simulation.playing() ? push(kPassesPerPart, false) : push(kParts * kPassesPerPart, false);
  }
  parts_left_ = desk_.simulation.playing() ? kParts - 1 : 0;
  if (desk_.settings.view.animations) trembles_ = kTrembleSeconds;
}

void Shaker::push(int passes, bool continues) {
  command::Shake shake{passes, static_cast<std::uint32_t>(desk_.simulation.session().run_settings().seed) + shakes_,
                       pass_};
  shake.continues = continues;
  if (!desk_.simulation.execute(shake).ok) parts_left_ = 0;
  pass_ += static_cast<std::uint32_t>(passes);
}

void Shaker::tick(double seconds) {
  trembles_ = std::max(0.0, trembles_ - seconds);
  if (parts_left_ == 0) return;
  --parts_left_;
  if (desk_.simulation.session().history().undo_title != "Shake") {
    parts_left_ = 0;
    return;
  }
  push(kPassesPerPart, true);
}

Shaker::Offset Shaker::offset() const {
  const auto left = static_cast<float>(trembles_ / kTrembleSeconds);
  const auto angle = static_cast<float>(trembles_ * 2 * 3.14159265 * 11);  // eleven times a second
  return {kTremblePoints * left * std::sin(angle), kTremblePoints * 0.4f * left * std::sin(1.7f * angle)};
}

}  // namespace repose
