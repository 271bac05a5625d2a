// A fast solver that keeps the matter ledger by letting the scalar solver of the same automaton take the same steps
// beside it, which counts as it goes. Both give the same bytes, so that its events are those of the fast one; what
// there is now is counted in the fast one itself, so that the ledger says so if they ever do not. Nobody waits for a
// GPU: from there the world of the ledger comes as it can, and the ledger is of that moment.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "automata/activity_beside.hpp"
#include "core/ledger_book.hpp"
#include "repose/world_capture.hpp"

namespace repose {

template <class Fast>
class CountedBeside final : public ActivityBeside<Fast> {
 public:
  using ActivityBeside<Fast>::ActivityBeside;

  Status upload(const World& world) override {
    Status taken = ActivityBeside<Fast>::upload(world);
    if (taken && counts_) keep_ledger(true);
    return taken;
  }

  bool keep_ledger(bool on) override {
    forget_looks();
    counts_ = on && begin();
    if (!counts_ && counter_) counter_->keep_ledger(false);
    this->drop_idle_counter();
    return counts_ == on;
  }
  void download(World& world) const override {
    Fast::download(world);
    if (!counts_) return;
    forget_looks();
    last_ = completed(*counter_->ledger(), world);
  }
  std::optional<Ledger> ledger() const override {
    if (!counts_) return std::nullopt;
    if (look_ && look_->world->arrived()) {
      if (look_->world->fetch()) last_ = completed(std::move(look_->ledger), look_->world->world());
      look_.reset();
    }
    if (look_) return last_;
    look_ = Look{*counter_->ledger(), this->begin_capture()};
    if (!look_->world) {  // it is quick to ask
      World now;
      download(now);
    }
    return last_;
  }

 private:
  // A ledger of a moment whose world is on its way.
  struct Look {
    Ledger ledger;
    std::unique_ptr<WorldCapture> world;
  };

  void forget_looks() const {
    look_.reset();
    last_.reset();
  }

  static Ledger completed(Ledger ledger, const World& now) {
    if (ledger.quantity == Plane::cells) {
      const LedgerBook::Counts counts = count_elements(now.cells());
      for (std::size_t i = 0; i < ledger.rows.size(); ++i) ledger.rows[i].now = counts[i];
    } else {
      ledger.rows.front().now = sum_of_amounts(now, ledger.quantity);
    }
    return ledger;
  }

  bool needs_counter() const override { return counts_; }

  bool begin() {
    if (!(counter_ || this->begin_counter()) || !counter_->keep_ledger(true)) return false;
    World world;
    Fast::download(world);
    last_ = completed(*counter_->ledger(), world);
    return true;
  }

  using ActivityBeside<Fast>::counter_;

  bool counts_ = false;  // the ledger is kept
  // Of fast solvers that are not quick to ask: the ledger as it was a moment ago, and the one that is on its way.
  mutable std::optional<Ledger> last_;
  mutable std::optional<Look> look_;
};

}  // namespace repose
