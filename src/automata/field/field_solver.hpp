// What the solvers of fields share: a FieldWorld (WaterWorld, SandpileWorld), which turns worlds, edits and parameters
// into a field of int32, and the functions of a solver around it. The backends add the steps.
#pragma once

#include <new>

#include "automata/field/field_plane.hpp"
#include "automata/step_timer.hpp"
#include "core/language.hpp"
#include "core/ledger.hpp"
#include "repose/automaton.hpp"
#include "repose/explain.hpp"
#include "repose/solver.hpp"

namespace repose {

template <class FieldWorld>
class FieldSolver : public Solver {
 public:
  PlaneSet state_planes() const override {
    PlaneSet planes = FieldWorld::state_planes();
    if constexpr (FieldWorld::kPlane == Plane::height) {
      if (world_.has_packed()) planes.add(Plane::packed);
    }
    return planes;
  }

  Status load(const Ruleset& ruleset) override {
    world_.load(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    try {
      world_.upload(world);
      if (const Status took = take_world(); !took) return took;
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
    }
    stats_ = {};
    touch();
    return {};
  }

  void apply(const Edit& edit) override {
    if (apply_elsewhere(edit)) return touch();
    fetch();
    const FieldBox box = world_.apply(edit);
    if (box.empty()) return;
    take_edit(box);
    touch();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    if (take_steps(span)) touch();
    stats_.step_seconds += take_late_seconds();
  }

  void download(World& world) const override {
    fetch();
    world_.download(world);
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = static_cast<std::uint64_t>(world_.width()) * static_cast<std::uint64_t>(world_.height());
    stats.active_cells = count_active(stats.cell_count);
    return stats;
  }

  CellView view() const override {
    const auto rows_of = [](const FieldPlane& plane) {
      return PlaneRows<std::int32_t>{plane.row(0), static_cast<std::size_t>(plane.stride())};
    };
    const PlaneRows<std::uint8_t> ground{world_.picture(), static_cast<std::size_t>(world_.width())};
    MemoryCells shown;
    if constexpr (FieldWorld::kPlane == Plane::height) {
      shown.wall = ground;
      shown.height = rows_of(world_.field());
      if (world_.is_wet()) shown.wetness = rows_of(world_.wetness());
      if (world_.has_packed()) shown.packed = {world_.packed(), static_cast<std::size_t>(world_.width())};
    } else {
      shown.cells = ground;
      shown.mass = rows_of(world_.field());
    }
    return {world_.width(), world_.height(), generation_, shown};
  }

  std::span<const ParameterInfo> parameters() const override { return world_.parameters().list(); }
  double parameter(std::string_view name) const override { return world_.parameters().get(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!world_.parameters().set(name, value)) return false;
    take_parameters();
    return true;
  }
  std::string advice() const override { return world_.advice(); }

 protected:
  // Called for a new world: all of it must be computed.
  virtual Status take_world() = 0;
  // Called when these cells were written, or when the rules for them have changed.
  virtual void take_edit(const FieldBox& box) = 0;
  // Returns whether anything may have changed.
  virtual bool take_steps(const StepSpan& span) = 0;
  // For backends whose steps run elsewhere: the time of earlier steps that has been measured since the last call, in
  // seconds.
  virtual double take_late_seconds() { return 0; }
  // The value of SolverStats::active_cells.
  virtual std::uint64_t count_active(std::uint64_t cell_count) const { return cell_count; }
  // For backends whose steps run elsewhere. apply_elsewhere does an edit there, and returns false if it cannot;
  // take_parameters applies new parameters there; fetch updates `world_`.
  virtual bool apply_elsewhere(const Edit&) { return false; }
  virtual void take_parameters() {
    if (world_.take_parameters()) take_edit({0, 0, world_.width(), world_.height()});
  }
  virtual void fetch() const {}

  void touch() { generation_ = next_view_generation(); }
  std::uint64_t generation() const { return generation_; }

  mutable FieldWorld world_;  // mutable, because fetch() changes nothing that a caller can see

 private:
  SolverStats stats_;
  std::uint64_t generation_ = 0;
};

// The base of the scalar solvers of fields. It keeps the ledger and the activity; derived solvers report the flows.
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

// The base of the cpu solvers of fields: chunks that sleep, worker threads. The automata add their steps.
template <class FieldWorld>
class CpuFieldSolver : public FieldSolver<FieldWorld> {
 public:
  ActiveCells active_cells() const override { return pass_.active_cells(); }

 protected:
  using FieldSolver<FieldWorld>::world_;

  explicit CpuFieldSolver(const SolverOptions& options) : pass_(options.threads) {}

  Status take_world() override {
    pass_.reset(world_.field());
    return {};
  }
  void take_edit(const FieldBox& box) override { pass_.wake(box); }
  std::uint64_t count_active(std::uint64_t) const override { return pass_.awake_cells(); }

  FieldPass pass_;
};

// What the explainers of fields share: how large their windows are, and a part of the world that runs under the
// solver's rules.
template <class FieldWorld>
class FieldExplainer : public Explainer {
 public:
  explicit FieldExplainer(const Ruleset& ruleset) : ruleset_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const final {
    return box_around(cell, kMargin, kMargin, width, height);
  }

 protected:
  FieldWorld field_of(const World& piece, const Solver& solver) const {
    FieldWorld field;
    field.load(ruleset_);
    for (const ParameterInfo& info : solver.parameters())
      field.parameters().set(info.name, solver.parameter(info.name));
    field.take_parameters();
    field.upload(piece);
    return field;
  }

 private:
  // The flow from a neighbour depends on its own neighbours, and springs and faucets pour into these first.
  static constexpr int kMargin = 3;

  Ruleset ruleset_;
};

}  // namespace repose
