#include "automata/shadow_ledger.hpp"

#include <chrono>
#include <new>
#include <optional>
#include <utility>

#include "core/ledger.hpp"

namespace repose {

namespace {

// The fastest solver on one thread that keeps ledger and activity itself.
std::unique_ptr<Solver> make_shadow(const AutomatonDefinition& automaton) {
  auto cpu = automaton.make_cpu({.threads = 1});
  return cpu->keep_ledger(true) && cpu->keep_ledger(false) ? std::move(cpu) : automaton.make_scalar();
}

Ledger with_amounts_now(Ledger ledger, const World& now) {
  if (ledger.air) ledger.air->now = sum_of_air(now);
  if (ledger.quantity == Plane::cells) {
    const LedgerBook::Counts counts = count_elements(now.cells());
    for (std::size_t i = 0; i < ledger.rows.size(); ++i) ledger.rows[i].now = counts[i];
  } else {
    ledger.rows.front().now = sum_of_amounts(now, ledger.quantity);
    const bool holds_packed = ledger.quantity == Plane::height && now.has(Plane::packed);
    if (holds_packed) ledger.rows.front().now += sum_of_amounts(now, Plane::packed);
  }
  return ledger;
}

class ShadowLedger final : public Solver {
 public:
  ShadowLedger(std::unique_ptr<Solver> fast, const AutomatonDefinition& automaton)
      : fast_(std::move(fast)), automaton_(automaton) {}

  PlaneSet state_planes() const override { return fast_->state_planes(); }

  Status load(const Ruleset& ruleset) override {
    Status loaded = fast_->load(ruleset);
    if (loaded) ruleset_ = ruleset;
    return loaded;
  }

  Status upload(const World& world) override {
    Status taken = fast_->upload(world);
    if (!taken) return taken;
    shadow_seconds_ = 0;
    if (shadow_ && !start_shadow(world)) keeps_activity_ = false;
    if (keeps_ledger_) restart_ledger();
    return taken;
  }

  void apply(const Edit& edit) override {
    fast_->apply(edit);
    if (shadow_) shadow_->apply(edit);
  }

  void step(const StepSpan& span) override {
    fast_->step(span);
    if (!shadow_) return;
    const auto start = std::chrono::steady_clock::now();
    shadow_->step(span);
    shadow_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void download(World& world) const override {
    fast_->download(world);
    if (!keeps_ledger_) return;
    forget_answers();
    last_ = with_amounts_now(*shadow_->ledger(), world);
  }

  std::unique_ptr<WorldCapture> begin_capture() const override { return fast_->begin_capture(); }

  SolverStats stats() const override {
    SolverStats stats = fast_->stats();
    stats.step_seconds += shadow_seconds_;
    return stats;
  }

  CellView view() const override {
    CellView view = fast_->view();
    if (keeps_activity_) view.activity = shadow_->view().activity;
    return view;
  }

  ActiveCells active_cells() const override { return fast_->active_cells(); }
  bool watch_reactions(const std::optional<CellBox>& cells) override { return fast_->watch_reactions(cells); }
  std::vector<NoticedReaction> take_reactions() override { return fast_->take_reactions(); }

  std::span<const ParameterInfo> parameters() const override { return fast_->parameters(); }
  double parameter(std::string_view name) const override { return fast_->parameter(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!fast_->set_parameter(name, value)) return false;
    // The value after clamping by `fast`, which may allow fewer values than the shadow.
    if (shadow_) shadow_->set_parameter(name, fast_->parameter(name));
    return true;
  }

  std::span<const std::uint64_t> left_by_element() const override { return fast_->left_by_element(); }
  std::string advice() const override { return fast_->advice(); }
  Status health() const override { return fast_->health(); }

  bool keep_ledger(bool on) override {
    const bool fast_keeps_it = fast_->keep_ledger(on);
    keeps_ledger_ = false;
    if (on && !fast_keeps_it) restart_ledger();
    if (!keeps_ledger_ && shadow_) shadow_->keep_ledger(false);
    drop_idle_shadow();
    return !on || fast_keeps_it || keeps_ledger_;
  }

  std::optional<Ledger> ledger() const override {
    if (!keeps_ledger_) return fast_->ledger();
    if (question_ && question_->world->arrived()) {
      if (question_->world->fetch()) last_ = with_amounts_now(std::move(question_->ledger), question_->world->world());
      question_.reset();
    }
    if (question_) return last_;
    question_ = Question{*shadow_->ledger(), begin_capture()};
    if (!question_->world) {  // download() is just as fast
      World now;
      download(now);
    }
    return last_;
  }

  bool keep_activity(bool on) override {
    const bool fast_keeps_it = fast_->keep_activity(on);
    keeps_activity_ = on && !fast_keeps_it && has_shadow() && shadow_->keep_activity(true);
    if (!keeps_activity_ && shadow_) shadow_->keep_activity(false);
    drop_idle_shadow();
    return !on || fast_keeps_it || keeps_activity_;
  }

 private:
  // A ledger of the shadow, and a capture of the world of `fast` at the same step.
  struct Question {
    Ledger ledger;
    std::unique_ptr<WorldCapture> world;
  };

  void forget_answers() const {
    question_.reset();
    last_.reset();
  }

  // Starts the ledger with the world as it is. Stops it if that fails.
  void restart_ledger() {
    forget_answers();
    keeps_ledger_ = false;
    if (!has_shadow() || !shadow_->keep_ledger(true)) return;
    World world;
    fast_->download(world);
    last_ = with_amounts_now(*shadow_->ledger(), world);
    keeps_ledger_ = true;
  }

  bool has_shadow() {
    if (shadow_) return true;
    World world;
    fast_->download(world);
    return start_shadow(world);
  }

  // On failure, exceptions included, there is no shadow afterwards.
  bool start_shadow(const World& world) {
    auto shadow = shadow_ ? std::exchange(shadow_, nullptr) : make_shadow(automaton_);
    if (!shadow->load(ruleset_)) return false;
    if (!shadow->upload(world)) throw std::bad_alloc();  // the fast solver has accepted this world
    for (const ParameterInfo& info : parameters()) shadow->set_parameter(info.name, parameter(info.name));
    shadow_ = std::move(shadow);
    return true;
  }

  void drop_idle_shadow() {
    if (!keeps_ledger_ && !keeps_activity_) shadow_.reset();
  }

  std::unique_ptr<Solver> fast_, shadow_;
  const AutomatonDefinition& automaton_;
  Ruleset ruleset_;
  bool keeps_ledger_ = false, keeps_activity_ = false;  // kept by the shadow
  double shadow_seconds_ = 0;                           // of its steps, since upload
  // If `fast` has captures: the last complete ledger, and the next one.
  mutable std::optional<Ledger> last_;
  mutable std::optional<Question> question_;
};

}  // namespace

std::unique_ptr<Solver> with_shadow_ledger(std::unique_ptr<Solver> fast, const AutomatonDefinition& automaton) {
  return std::make_unique<ShadowLedger>(std::move(fast), automaton);
}

}  // namespace repose
