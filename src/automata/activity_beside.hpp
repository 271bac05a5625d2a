// A fast solver that notes where things happen by letting another solver of the same automaton take the same steps
// beside it, which notes it as it goes. Both give the same bytes. Without anybody who wants to know there is no other,
// and nothing is paid.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

#include "repose/solver.hpp"

namespace repose {

template <class Fast>
class ActivityBeside : public Fast {
 public:
  using MakeCounter = std::unique_ptr<Solver> (*)();

  template <class... Arguments>
  explicit ActivityBeside(MakeCounter make_counter, Arguments&&... arguments)
      : Fast(std::forward<Arguments>(arguments)...), make_counter_(make_counter) {}

  Status load(const Ruleset& ruleset) override {
    Status loaded = Fast::load(ruleset);
    if (loaded) ruleset_ = ruleset;
    return loaded;
  }
  Status upload(const World& world) override {
    Status taken = Fast::upload(world);
    if (taken) counter_seconds_ = 0;
    if (!taken || !counter_ || (counter_->load(ruleset_) && counter_->upload(world))) return taken;
    counter_.reset();
    keeps_activity_ = false;
    return taken;
  }
  void apply(const Edit& edit) override {
    Fast::apply(edit);
    if (counter_) counter_->apply(edit);
  }
  void step(const StepSpan& span) override {
    Fast::step(span);
    if (!counter_) return;
    const auto start = std::chrono::steady_clock::now();
    counter_->step(span);
    counter_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  // Steps take as long as both.
  SolverStats stats() const override {
    SolverStats stats = Fast::stats();
    stats.step_seconds += counter_seconds_;
    return stats;
  }
  bool set_parameter(std::string_view name, double value) override {
    if (!Fast::set_parameter(name, value)) return false;
    // As this one takes it, which may know fewer values.
    if (counter_) counter_->set_parameter(name, this->parameter(name));
    return true;
  }
  CellView view() const override {
    CellView view = Fast::view();
    if (keeps_activity_) view.activity = counter_->view().activity;
    return view;
  }

  bool keep_activity(bool on) override {
    keeps_activity_ = on && (counter_ || begin_counter()) && counter_->keep_activity(true);
    if (!keeps_activity_ && counter_) counter_->keep_activity(false);
    drop_idle_counter();
    return keeps_activity_ == on;
  }

 protected:
  // Whether anybody else wants to know what the counter knows.
  virtual bool needs_counter() const { return false; }
  void drop_idle_counter() {
    if (!keeps_activity_ && !needs_counter()) counter_.reset();
  }

  // With the world as it is. False when there can be none.
  bool begin_counter() {
    World world;
    Fast::download(world);
    counter_ = make_counter_();
    if (!counter_->load(ruleset_) || !counter_->upload(world)) {
      counter_.reset();
      return false;
    }
    for (const ParameterInfo& info : this->parameters()) counter_->set_parameter(info.name, this->parameter(info.name));
    return true;
  }

  std::unique_ptr<Solver> counter_;  // while it is needed

 private:
  MakeCounter make_counter_;
  Ruleset ruleset_;
  bool keeps_activity_ = false;
  double counter_seconds_ = 0;  // since upload
};

}  // namespace repose
