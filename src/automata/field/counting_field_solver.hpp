// The base of the scalar solvers of fields. It keeps the ledger and the activity; derived solvers report the flows.
#pragma once

#include "automata/field/field_solver.hpp"
#include "core/ledger.hpp"

namespace repose {

template <class FieldWorld>
class CountingFieldSolver : public FieldSolver<FieldWorld> {
 public:
  Status upload(const World& world) override {
    Status taken = FieldSolver<FieldWorld>::upload(world);
    if (!taken) return taken;
    begin();
    activity_.begin_again(world_.width(), world_.height());
    return taken;
  }
  void apply(const Edit& edit) override {
    const std::int64_t before = world_.total(), pressed_before = world_.pressed_away();
    FieldSolver<FieldWorld>::apply(edit);
    const std::int64_t pressed = world_.pressed_away() - pressed_before;
    row_.destroyed += pressed;
    row_.painted += world_.total() + pressed - before;
  }

  bool keep_ledger(bool on) override {
    kept_ = on;
    if (on) begin();
    return true;
  }
  std::optional<Ledger> ledger() const override {
    if (!kept_) return std::nullopt;
    Ledger ledger{FieldWorld::kPlane, {row_}};
    ledger.rows.front().now = world_.total();
    return ledger;
  }

  bool keep_activity(bool on) override { return activity_.keep(on, world_.width(), world_.height()); }
  CellView view() const override {
    CellView view = FieldSolver<FieldWorld>::view();
    view.activity = activity_.view();
    return view;
  }

 protected:
  using FieldSolver<FieldWorld>::world_;

  LedgerRow row_;  // written even when it is not kept
  ActivityMap activity_;

 private:
  void begin() {
    row_ = {};
    row_.before = world_.total();
  }

  bool kept_ = false;
};

}  // namespace repose
