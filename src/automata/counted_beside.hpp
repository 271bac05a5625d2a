// A fast solver that keeps the matter ledger by letting the scalar solver of the same automaton take the same steps beside it,
// which counts as it goes. Both give the same bytes, so that its events are those of the fast one; what there is now is counted
// in the fast one itself, so that the ledger says so if they ever do not. Nobody waits for a GPU: from there the world of the ledger
// comes as it can, and the ledger is of that moment.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "core/ledger_book.hpp"
#include "repose/solver.hpp"
#include "repose/world_capture.hpp"

namespace repose {

template <class Fast>
class CountedBeside final : public Fast {
 public:
  using MakeScalar = std::unique_ptr<Solver> (*)();

  template <class... Arguments>
  explicit CountedBeside(MakeScalar make_scalar, Arguments&&... arguments)
      : Fast(std::forward<Arguments>(arguments)...), make_scalar_(make_scalar) {}

  Status load(const Ruleset& ruleset) override {
    Status loaded = Fast::load(ruleset);
    if (loaded) ruleset_ = ruleset;
    return loaded;
  }
  Status upload(const World& world) override {
    Status taken = Fast::upload(world);
    if (taken && counter_ && !begin()) counter_.reset();
    return taken;
  }
  void apply(const Edit& edit) override {
    Fast::apply(edit);
    if (counter_) counter_->apply(edit);
  }
  void step(const StepSpan& span) override {
    Fast::step(span);
    if (counter_) counter_->step(span);
  }
  bool set_parameter(std::string_view name, double value) override {
    if (!Fast::set_parameter(name, value)) return false;
    // As this one takes it, which may know fewer values.
    if (counter_) counter_->set_parameter(name, this->parameter(name));
    return true;
  }

  bool keep_ledger(bool on) override {
    forget_looks();
    counter_.reset();
    return !on || begin();
  }
  void download(World& world) const override {
    Fast::download(world);
    if (!counter_) return;
    forget_looks();
    last_ = completed(*counter_->ledger(), world);
  }
  std::optional<Ledger> ledger() const override {
    if (!counter_) return std::nullopt;
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

  bool begin() {
    World world;
    Fast::download(world);
    counter_ = make_scalar_();
    if (!counter_->load(ruleset_) || !counter_->upload(world)) return false;
    for (const ParameterInfo& info : this->parameters()) counter_->set_parameter(info.name, this->parameter(info.name));
    if (!counter_->keep_ledger(true)) return false;
    forget_looks();
    last_ = completed(*counter_->ledger(), world);
    return true;
  }

  MakeScalar make_scalar_;
  Ruleset ruleset_;
  std::unique_ptr<Solver> counter_;  // while the ledger is kept
  // Of fast solvers that are not quick to ask: the ledger as it was a moment ago, and the one that is on its way.
  mutable std::optional<Ledger> last_;
  mutable std::optional<Look> look_;
};

}  // namespace repose
