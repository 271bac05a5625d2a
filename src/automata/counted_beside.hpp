// A fast solver that keeps the matter ledger by letting the scalar solver of the same automaton take the same steps beside it,
// which counts as it goes. Both give the same bytes, so that its events are those of the fast one; what there is now is counted
// in the fast one itself, so that the ledger says so if they ever do not.
#pragma once

#include <cstring>
#include <memory>
#include <utility>

#include "core/ledger_book.hpp"
#include "repose/solver.hpp"

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
    if (counter_) counter_->set_parameter(name, value);
    return Fast::set_parameter(name, value);
  }

  bool keep_ledger(bool on) override {
    counter_.reset();
    return !on || begin();
  }
  std::optional<Ledger> ledger() const override {
    if (!counter_) return std::nullopt;
    std::optional<Ledger> ledger = counter_->ledger();
    World now;
    this->download(now);
    if (ledger->quantity == Plane::cells) {
      const LedgerBook::Counts counts = count_elements(now.cells());
      for (std::size_t i = 0; i < ledger->rows.size(); ++i) ledger->rows[i].now = counts[i];
    } else {
      ledger->rows.front().now = sum_of_amounts(now, ledger->quantity);
    }
    return ledger;
  }

 private:
  bool begin() {
    World world;
    this->download(world);
    counter_ = make_scalar_();
    if (!counter_->load(ruleset_) || !counter_->upload(world)) return false;
    for (const ParameterInfo& info : this->parameters()) counter_->set_parameter(info.name, this->parameter(info.name));
    return counter_->keep_ledger(true);
  }

  MakeScalar make_scalar_;
  Ruleset ruleset_;
  std::unique_ptr<Solver> counter_;  // while the ledger is kept
};

}  // namespace repose
