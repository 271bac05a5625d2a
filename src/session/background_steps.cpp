#include "session/background_steps.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <exception>
#include <utility>

#include "core/background.hpp"
#include "core/edited_cells.hpp"

namespace repose {

// ---- PictureCopy ----

bool PictureCopy::take(const CellView& view) {
  if (!cells_.take(view)) return false;
  activity_.take(view.activity, view.width, view.height);
  return true;
}

CellView PictureCopy::view() const {
  CellView view = cells_.view();
  view.activity = activity_.view();
  return view;
}

void PictureCopy::draft(const Edit& edit) {
  cells_.set_generation(next_view_generation());
  if (const auto* amounts = std::get_if<AmountEdit>(&edit)) return add(*amounts);
  const CellView& view = cells_.view();
  const std::span<std::uint8_t> cells = cells_.bytes(Plane::cells);
  // In pictures of amounts an element is more than a byte.
  if (cells.empty() || view.has(Plane::mass)) return;
  for_each_edited(edit, view.width, view.height, [&](int x, int y, const EditedCell& edited) {
    std::uint8_t& cell =
        cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(x)];
    if (edited.changes(cell)) cell = edited.element;
  });
}

void PictureCopy::add(const AmountEdit& edit) {
  const bool shown = edit.plane == Plane::height || edit.plane == Plane::mass;
  const std::span<std::uint8_t> amounts = shown ? cells_.bytes(edit.plane) : std::span<std::uint8_t>();
  if (amounts.empty()) return;
  const CellView& view = cells_.view();
  const std::int32_t limit = edit.plane == Plane::height ? kHeightMax : kMassMax;
  for (int row = std::max(0, -edit.at.y); row < edit.height && edit.at.y + row < view.height; ++row) {
    for (int column = std::max(0, -edit.at.x); column < edit.width && edit.at.x + column < view.width; ++column) {
      const std::size_t i =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) + static_cast<std::size_t>(column);
      const std::size_t cell = static_cast<std::size_t>(edit.at.y + row) * static_cast<std::size_t>(view.width) +
                               static_cast<std::size_t>(edit.at.x + column);
      std::uint8_t* const at = &amounts[sizeof(std::int32_t) * cell];
      std::int32_t value = 0;
      std::memcpy(&value, at, sizeof value);
      if (value < 0 || value == kObstacleHeight) continue;  // ground and obstacles
      const std::int64_t most = std::max(value, limit), sum = std::int64_t{value} + (*edit.amounts)[i];
      value = static_cast<std::int32_t>(std::clamp<std::int64_t>(sum, 0, most));
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
  return world_.has_value() || given_up_;
}

void WorldHandOver::give_up() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  changed_.notify_all();
}

const World* WorldHandOver::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return world_.has_value() || given_up_; });
  return world_ ? &*world_ : nullptr;  // it does not change any more
}

namespace {

class HandedOver final : public WorldCapture {
 public:
  explicit HandedOver(std::shared_ptr<const WorldHandOver> hand_over) : hand_over_(std::move(hand_over)) {}

  bool arrived() override { return hand_over_->is_there(); }
  bool fetch() override { return hand_over_->wait() != nullptr; }
  World world() const override { return *hand_over_->wait(); }

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

bool BackgroundSteps::begin(Solver& solver, const StepSpan& span,
                            const std::function<void(std::unique_ptr<WorldCapture>)>& keep) {
  assert(!under_way());
  if (!thread_.joinable()) thread_ = start_thread([this] { run(); });
  const CellView now = solver.view();
  const bool shows_as_much = now.activity.present() == next_.view().activity.present();
  if (std::exchange(next_is_of_, std::nullopt) == now.generation && shows_as_much) {
    std::swap(shown_, next_);
  } else if (!shown_.take(now)) {
    return false;
  }
  stats_ = solver.stats();
  ledger_ = solver.ledger();
  active_cells_ = keeps_active_cells_ ? std::optional(solver.active_cells()) : std::nullopt;
  auto copied = keep ? std::make_shared<WorldHandOver>() : nullptr;
  if (keep) {
    try {
      keep(std::make_unique<HandedOver>(copied));
    } catch (...) {
      copied->give_up();
      throw;
    }
  }
  first_step_ = span.first_step;
  solver_ = &solver;
  std::unique_lock lock(mutex_);
  wanted_ = span;
  copied_ = std::move(copied);
  thread_.joinable() ? changed_.notify_all() : take_steps(lock);
  return true;
}

void BackgroundSteps::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return wanted_ || ending_; });
    if (ending_) return;
    take_steps(lock);
  }
}

void BackgroundSteps::take_steps(std::unique_lock<std::mutex>& lock) {
  const StepSpan span = *wanted_;
  const auto copied = std::exchange(copied_, nullptr);
  lock.unlock();
  if (copied) {
    try {
      World world;
      solver_->download(world);
      copied->bring(std::move(world));
    } catch (const std::exception&) {  // memory has run out
      copied->give_up();
    }
  }
  bool stepped = false, shown = false;
  try {
    solver_->step(span);
    stepped = true;
    shown = next_.take(solver_->view());
  } catch (const std::exception&) {  // wait() tells
  }
  lock.lock();
  failed_ = !stepped;
  next_is_complete_ = shown;
  wanted_.reset();
  changed_.notify_all();
}

bool BackgroundSteps::done() const {
  const std::lock_guard lock(mutex_);
  return !wanted_;
}

bool BackgroundSteps::wait() {
  bool complete = false;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !wanted_; });
    complete = !failed_;
  }
  Solver& solver = *std::exchange(solver_, nullptr);
  const std::vector<Edit> edits = std::exchange(painted_, {});
  if (!complete) return false;
  const bool pushed = std::ranges::any_of(edits, [](const Edit& edit) {
    return std::holds_alternative<PushEdit>(edit) || std::holds_alternative<BodyEdit>(edit);
  });
  try {
    for (const Edit& edit : edits) solver.apply(edit);
    if (!next_is_complete_ || pushed) return true;
    for (const Edit& edit : edits) next_.draft(edit);
  } catch (const std::exception&) {
    return false;
  }
  next_is_of_ = solver.view().generation;
  return true;
}

void BackgroundSteps::paint(const Edit& edit) {
  shown_.draft(edit);
  painted_.push_back(edit);
}

}  // namespace repose
