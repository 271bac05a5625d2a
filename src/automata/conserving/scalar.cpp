// The conserving automaton in plain loops: its specification. Reads like the table in docs/automata.md; made to be read, not
// to be fast. Every sub-step takes the world apart into pairs of cells that share none, so that what one pair does is
// nobody else's business: nothing can be lost between two of them.
#include <chrono>

#include "automata/conserving/conserving.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger_book.hpp"

namespace repose::conserving {
namespace {

using Cell = std::uint8_t;

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    rules_ = Rules(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    cells_ = World(world.width(), world.height());
    for (std::size_t i = 0; i < world.cell_count(); ++i) cells_.cells()[i] = rules_.admit(world.cells()[i]);
    stats_ = {};
    generation_ = next_view_generation();
    keep_ledger(book_.is_kept());
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, cells_.width(), cells_.height(), [this](int x, int y, const EditedCell& edited) {
      Cell& cell = cells_.cell(x, y);
      if (!edited.changes(cell)) return;
      book_.events().paint(cell, rules_.admit(edited.element));
      cell = rules_.admit(edited.element);
    });
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count; ++k) step_once(Lots(span.seed, span.first_step + k, flow_.passes()));
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    generation_ = next_view_generation();
  }

  void download(World& world) const override { world = cells_; }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cells_.cell_count();
    return stats;
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(cells_.width());
    return {CellView::Kind::memory, cells_.width(), cells_.height(), cells_.cells().data(), stride, 0, generation_};
  }

  std::span<const ParameterInfo> parameters() const override { return FlowParameter::list(); }
  double parameter(std::string_view name) const override { return flow_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return flow_.set(name, value); }

  bool keep_ledger(bool keep) override {
    if (keep) {
      book_.begin(count_elements(cells_.cells()));
    } else {
      book_.end();
    }
    return true;
  }
  std::optional<Ledger> ledger() const override {
    return book_.close(count_elements(cells_.cells()), rules_.element_count());
  }

 private:
  int width() const { return cells_.width(); }
  int height() const { return cells_.height(); }
  Cell at(int x, int y) const { return cells_.cell(x, y); }

  void step_once(const Lots& lots) {
    decay(lots);
    fall(lots);
    slide(lots);
    for (int i = 0; i < flow_.passes(); ++i) flow(lots, i);
  }

  // A pair does what its rule says.
  void meet(Cell& a, Cell& b) {
    const Cell c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    book_.events().meet(a, b, c, d);
    a = c;
    b = d;
  }

  void decay(const Lots& lots) {
    for (int y = 0; y < height(); ++y) {
      for (int x = 0; x < width(); ++x) {
        Cell& cell = cells_.cell(x, y);
        const Decaying& decay = rules_.decay(cell);
        if (!lots.decays(x, y, decay.probability)) continue;
        book_.events().become(cell, decay.into);
        cell = decay.into;
      }
    }
  }

  // Pairs of a cell and the one below it, like the squares of a chessboard.
  void fall(const Lots& lots) {
    for (int y = 0; y + 1 < height(); ++y) {
      for (int x = 0; x < width(); ++x) {
        if (!lots.is_upper(x, y)) continue;
        Cell& upper = cells_.cell(x, y);
        Cell& lower = cells_.cell(x, y + 1);
        const Meeting& meeting = rules_.meeting(upper, lower);
        if (!rules_.is_denser(upper, lower) && !meeting.anywhere) continue;
        if (meeting.kind != Meeting::Kind::inert && lots.falls(x, y, meeting.probability)) meet(upper, lower);
      }
    }
  }

  // Blocks of 2 x 2 cells, a b over c d, of which the diagonals are the pairs.
  void slide(const Lots& lots) {
    for (int y = 0; y + 1 < height(); ++y) {
      if (!lots.has_blocks(y)) continue;
      for (int x = lots.block_column(y); x + 1 < width(); x += 2) slide_block(lots, x, y);
    }
  }

  void slide_block(const Lots& lots, int x, int y) {
    Cell& a = cells_.cell(x, y);
    Cell& b = cells_.cell(x + 1, y);
    Cell& c = cells_.cell(x, y + 1);
    Cell& d = cells_.cell(x + 1, y + 1);
    const bool falls = rules_.sinks(a, c) || rules_.sinks(b, d);
    const bool right = slides(a, d, falls, rules_.is_fixed(b) && rules_.is_fixed(c)) &&
                       lots.slides(x, y, false, rules_.meeting(a, d).probability);
    const bool left = slides(b, c, falls, rules_.is_fixed(a) && rules_.is_fixed(d)) &&
                      lots.slides(x, y, true, rules_.meeting(b, c).probability);
    if (right) meet(a, d);
    if (left) meet(b, c);
  }

  // Nothing slides where something falls, nor between two that keep their places.
  bool slides(Cell upper, Cell lower, bool falls, bool squeezes) const {
    const Meeting& meeting = rules_.meeting(upper, lower);
    if (meeting.kind == Meeting::Kind::inert) return false;
    return meeting.anywhere || (rules_.is_denser(upper, lower) && !falls && !squeezes);
  }

  // Pairs of a cell and the one to its right. A liquid cell whose partner alternates runs one way, one cell a pass, and turns
  // round where it is blocked.
  void flow(const Lots& lots, int i) {
    before_ = cells_;
    for (int y = 0; y < height(); ++y) {
      for (int x = lots.flow_column(y, i); x + 1 < width(); x += 2) {
        Cell& left = cells_.cell(x, y);
        Cell& right = cells_.cell(x + 1, y);
        const Meeting& meeting = rules_.meeting(left, right);
        const bool reacts = i == 0 && meeting.anywhere && lots.reacts(x, y, meeting.probability);
        if (reacts || runs(lots, x, y, i)) meet(left, right);
      }
    }
  }

  // The denser one must not be about to fall; where the lighter one could rise, a coin decides.
  bool runs(const Lots& lots, int x, int y, int i) const {
    const Cell left = before_.cell(x, y), right = before_.cell(x + 1, y);
    if (!rules_.runs(left, right)) return false;
    const bool left_is_denser = rules_.is_denser(left, right);
    const int denser = left_is_denser ? x : x + 1, lighter = left_is_denser ? x + 1 : x;
    if (y + 1 < height() && rules_.sinks(before_.cell(denser, y), before_.cell(denser, y + 1))) return false;
    const bool rises = y > 0 && rules_.sinks(before_.cell(lighter, y - 1), before_.cell(lighter, y));
    return !rises || (Lots::coins(lots.coin_row(y, i), x) >> (x / 2 % 32) & 1) != 0;
  }

  Rules rules_;
  FlowParameter flow_;
  World cells_, before_;
  LedgerBook book_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::conserving
