#include "app/view/fill_preview.hpp"

#include "app/simulation/amounts.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {
constexpr double kSecondsBetweenLooks = 0.1;
constexpr std::uint64_t kCellsMost = std::uint64_t{1} << 22;  // takes some milliseconds
}  // namespace

bool FillPreview::up_to_date(const CellView& view, const std::vector<CellPoint>& from, double now) const {
  if (!region_ || region_->width() != view.width || region_->height() != view.height || from != from_) return false;
  return view.generation == generation_ || (now >= looked_at_ && now < looked_at_ + kSecondsBetweenLooks);
}

std::optional<KindRows> FillPreview::kinds_of(const Session& session, const CellView& view) {
  const MemoryCells& shown = *view.memory();
  if (!shown.mass.present()) {
    const PlaneRows<std::uint8_t>& kinds = shown.wall.present() ? shown.wall : shown.cells;
    return KindRows{kinds.top_left, kinds.stride, view.width, view.height};
  }
  const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
  if (width * height > kCellsMost) return std::nullopt;
  kinds_ = shown_water(session, view);
  return KindRows{kinds_.data(), width, view.width, view.height};
}

const CellSet* FillPreview::region(const Session& session, const std::vector<CellPoint>& from, double now) {
  const CellView view = session.view();
  if (view.memory() == nullptr) return nullptr;
  if (!up_to_date(view, from, now)) {
    const auto kinds = kinds_of(session, view);
    if (!kinds) return nullptr;
    region_ = flood(*kinds, from, kCellsMost);
    from_ = from;
    generation_ = view.generation;
    looked_at_ = now;
  }
  return &*region_;
}

}  // namespace repose
