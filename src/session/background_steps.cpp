#include "session/background_steps.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "core/edited_cells.hpp"

namespace repose {

// ---- PictureCopy ----

void PictureCopy::Rows::take(const std::uint8_t* rows, std::size_t stride, std::size_t row_bytes, int height) {
  bytes.resize(row_bytes * static_cast<std::size_t>(height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
    std::memcpy(&bytes[y * row_bytes], rows + y * stride, row_bytes);
}

void PictureCopy::take(PlaneView& plane, Rows& rows) const {
  if (plane.rows == nullptr) return;
  const std::size_t row_bytes = plane.bytes_per_cell() * static_cast<std::size_t>(view_.width);
  rows.take(plane.rows, plane.stride_bytes, row_bytes, view_.height);
  plane.rows = rows.bytes.data();
  plane.stride_bytes = row_bytes;
}

bool PictureCopy::take(const CellView& view) {
  if (view.kind != CellView::Kind::memory) return false;
  view_ = view;
  cells_.take(view.rows, view.stride_bytes, static_cast<std::size_t>(view.width), view.height);
  view_.rows = cells_.bytes.data();
  view_.stride_bytes = static_cast<std::size_t>(view.width);
  take(view_.field, field_);
  take(view_.second, second_);
  if (view.activity.present()) {
    const std::size_t row_bytes = kActivityKindCount * static_cast<std::size_t>(view.width);
    activity_.take(view.activity.stamps, row_bytes, row_bytes, view.height);
    view_.activity.stamps = activity_.bytes.data();
  }
  return true;
}

void PictureCopy::draft(const Edit& edit) {
  view_.generation = next_view_generation();
  if (const auto* amounts = std::get_if<AmountEdit>(&edit)) return add(*amounts);
  // In pictures of amounts an element is more than a byte.
  if (view_.field.present() && view_.field.plane != Plane::energy) return;
  for_each_edited(edit, view_.width, view_.height, [&](int x, int y, const EditedCell& edited) {
    std::uint8_t& cell = cells_.bytes[static_cast<std::size_t>(y) * view_.stride_bytes + static_cast<std::size_t>(x)];
    if (edited.changes(cell)) cell = edited.element;
  });
}

void PictureCopy::add(const AmountEdit& edit) {
  if (view_.field.plane != edit.plane || !view_.field.present()) return;
  const std::int32_t limit = edit.plane == Plane::height ? kHeightMax : kMassMax;
  for (int row = std::max(0, -edit.at.y); row < edit.height && edit.at.y + row < view_.height; ++row) {
    std::uint8_t* const line = &field_.bytes[static_cast<std::size_t>(edit.at.y + row) * view_.field.stride_bytes];
    for (int column = std::max(0, -edit.at.x); column < edit.width && edit.at.x + column < view_.width; ++column) {
      std::uint8_t* const at = line + sizeof(std::int32_t) * static_cast<std::size_t>(edit.at.x + column);
      const std::size_t i =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) + static_cast<std::size_t>(column);
      std::int32_t value = 0;
      std::memcpy(&value, at, sizeof value);
      if (value < 0 || value > limit) continue;  // ground and obstacles
      value = static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{value} + (*edit.amounts)[i], 0, limit));
      std::memcpy(at, &value, sizeof value);
    }
  }
}

// ---- WorldHandOver ----

void WorldHandOver::bring(World world) {
  {
    const std::lock_guard lock(mutex_);
    world_ = std::move(world);
  }
  changed_.notify_all();
}

bool WorldHandOver::is_there() const {
  const std::lock_guard lock(mutex_);
  return world_.has_value();
}

const World& WorldHandOver::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return world_.has_value(); });
  return *world_;  // which does not change any more
}

namespace {

class HandedOver final : public WorldCapture {
 public:
  explicit HandedOver(std::shared_ptr<const WorldHandOver> hand_over) : hand_over_(std::move(hand_over)) {}

  bool arrived() override { return hand_over_->is_there(); }
  bool fetch() override {
    hand_over_->wait();
    return true;
  }
  World world() const override { return hand_over_->wait(); }

 private:
  std::shared_ptr<const WorldHandOver> hand_over_;
};

}  // namespace

// ---- BackgroundSteps ----

BackgroundSteps::~BackgroundSteps() {
  if (under_way()) wait();
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool BackgroundSteps::begin(Solver& solver, const StepSpan& span, std::unique_ptr<WorldCapture>* before) {
  assert(!under_way());
  first_step_ = span.first_step;
  const CellView now = solver.view();
  const bool shows_as_much = now.activity.present() == next_.view().activity.present();
  if (now.generation == next_is_of_ && shows_as_much) {
    std::swap(shown_, next_);
  } else if (!shown_.take(now)) {
    return false;
  }
  stats_ = solver.stats();
  ledger_ = solver.ledger();
  solver_ = &solver;
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  {
    const std::lock_guard lock(mutex_);
    wanted_ = span;
    copied_ = before != nullptr ? std::make_shared<WorldHandOver>() : nullptr;
    if (copied_) *before = std::make_unique<HandedOver>(copied_);
  }
  changed_.notify_all();
  return true;
}

void BackgroundSteps::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return wanted_ || ending_; });
    if (ending_) return;
    const StepSpan span = *wanted_;
    const auto copied = std::exchange(copied_, nullptr);
    lock.unlock();
    if (copied) {
      World world;
      solver_->download(world);
      copied->bring(std::move(world));
    }
    solver_->step(span);
    next_.take(solver_->view());
    lock.lock();
    wanted_.reset();
    changed_.notify_all();
  }
}

bool BackgroundSteps::done() const {
  const std::lock_guard lock(mutex_);
  return !wanted_;
}

void BackgroundSteps::wait() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !wanted_; });
  }
  for (const Edit& edit : std::exchange(painted_, {})) {
    solver_->apply(edit);
    next_.draft(edit);
  }
  next_is_of_ = solver_->view().generation;
  solver_ = nullptr;
}

void BackgroundSteps::paint(const Edit& edit) {
  painted_.push_back(edit);
  shown_.draft(edit);
}

}  // namespace repose
