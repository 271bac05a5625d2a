// The elements automaton as plain loops: the specification that the other backends must match byte for byte. In words:
// docs/automata.md.
#include <algorithm>
#include <chrono>
#include <vector>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/elements/stamps.hpp"
#include "automata/elements/turn.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger_book.hpp"

namespace repose::elements {
namespace {

struct Cell {
  std::uint8_t element = 0;
  std::uint8_t energy = 0;  // 0..kEnergyMax
  std::int8_t x_speed = 0, y_speed = 0;
  bool calc = false;  // it moved, reacted or took heat in this frame: no turn any more
};

template <class Visit>
void for_each_in_row(const Area& area, int y, bool rightwards, Visit visit) {
  for (int i = 0; i < area.x_end - area.x_begin; ++i) visit(rightwards ? area.x_begin + i : area.x_end - 1 - i, y);
}

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    rules_ = Rules(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    width_ = world.width();
    height_ = world.height();
    cells_.assign(world.cell_count(), {});
    const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      put(i, world.cells()[i]);
      if (!energy.empty()) cells_[i].energy = std::min<std::uint8_t>(energy[i], kEnergyMax);
      if (velocity.empty()) continue;
      cells_[i].x_speed = static_cast<std::int8_t>(velocity[2 * i]);
      cells_[i].y_speed = static_cast<std::int8_t>(velocity[2 * i + 1]);
    }
    stats_ = {};
    publish();
    if (book_.is_kept()) keep_ledger(true);
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& cell) {
      if (!cell.changes(at(x, y).element)) return;
      const std::uint8_t before = at(x, y).element;
      put(index(x, y), cell);
      book_.events().paint(before, at(x, y).element);
    });
    publish();
  }

  void step(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count; ++k) frame(span.seed, static_cast<std::uint32_t>(span.first_step + k));
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    publish();
  }

  void download(World& world) const override {
    world = World(width_, height_);
    world.add(Plane::energy);
    world.add(Plane::velocity);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      world.cells()[i] = cells_[i].element;
      world.bytes(Plane::energy)[i] = cells_[i].energy;
      world.bytes(Plane::velocity)[2 * i] = static_cast<std::uint8_t>(cells_[i].x_speed);
      world.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(cells_[i].y_speed);
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = stats.cell_count = cells_.size();
    return stats;
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(width_);
    CellView view{CellView::Kind::memory, width_, height_, picture_.data(), stride, 0, generation_};
    view.field = {Plane::energy, energy_picture_.data(), stride, 0};
    return view;
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return parameters_.set(name, value); }

  bool keep_ledger(bool on) override {
    book_.keep(on, picture_);
    return true;
  }
  std::optional<Ledger> ledger() const override { return book_.close(picture_, rules_.element_count()); }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  Cell& at(int x, int y) { return cells_[index(x, y)]; }
  bool is_border(int x, int y) const { return x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1; }
  // Nothing moves or flies into a walled border, and nothing reacts with it.
  bool is_wall(int x, int y) const { return parameters_.walls && is_border(x, y); }

  void put(std::size_t i, std::uint8_t element) {
    cells_[i] = {};
    if (element < rules_.element_count()) cells_[i].element = element;
  }
  void put(std::size_t i, const EditedCell& edited) {
    put(i, edited.element);
    if (edited.energy != nullptr) cells_[i].energy = std::min<std::uint8_t>(*edited.energy, kEnergyMax);
    if (edited.velocity == nullptr) return;
    cells_[i].x_speed = static_cast<std::int8_t>(edited.velocity[0]);
    cells_[i].y_speed = static_cast<std::int8_t>(edited.velocity[1]);
  }
  // By a rule rather than by hand.
  void fill(std::size_t i, std::uint8_t element) {
    const std::uint8_t before = cells_[i].element;
    put(i, element);
    book_.events().become(before, cells_[i].element);
  }

  // --- A frame ---

  void frame(std::uint64_t seed, std::uint32_t number) {
    seed_ = seed;
    frame_ = number;
    for (Cell& cell : cells_) cell.calc = false;
    if (width_ > 2 && height_ > 2) {
      if (parameters_.sources) pour();
      if (parameters_.block == 0) {
        scan_world();
      } else {
        scan_blocks();
      }
    }
    clear_border();
  }

  void pour() {
    const auto count = static_cast<int>(rules_.sources().size());
    const int spacing = width_ / (count + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed_, frame_, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      for (int source = 0; source < count; ++source) {
        const int x = spacing * (source + 1) + i;
        if (!is_border(std::min(x, width_ - 1), 1)) fill(index(x, 1), rules_.sources()[static_cast<std::size_t>(source)]);
      }
    }
  }

  // The original's order: bottom to top, every row left to right or back.
  void scan_world() {
    for (int y = height_ - 2; y >= 1; --y) scan_row({1, 1, width_ - 1, height_ - 1}, y, scans_rightwards(seed_, frame_, 1, y));
  }

  void scan_blocks() {
    const Lattice lattice(parameters_.block, seed_, frame_, width_, height_);
    lattice_ = &lattice;
    for (int pass = 0; pass < Lattice::kPasses; ++pass) {
      for (int row = 0; row < lattice.rows(); ++row) {
        for (int column = 0; column < lattice.columns(); ++column) scan_block(lattice, pass, column, row);
      }
      const auto fill = [this](int x, int y, std::uint8_t element) { fill_cell(x, y, element); };
      draw_stamps(stamps_, width_, height_, fill);
      stamps_.clear();
    }
    lattice_ = nullptr;
  }

  void scan_block(const Lattice& lattice, int pass, int column, int row) {
    const Area group = lattice.group(lattice.pass_class(pass), column, row);
    block_ = lattice.block(lattice.pass_class(pass), column, row);
    block_number_ = static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice.columns()) + static_cast<std::size_t>(column);
    block_has_stamped_ = false;
    for (int y = group.y_end - 1; y >= group.y_begin; --y) {
      if (!group.empty()) scan_row(group, y, lattice.rightwards(group, y));
    }
    const auto visit_late = [&](int x, int y) {
      const bool had_turn = !is_border(x, y) && lattice.pass_of(x, y) <= pass;
      if (had_turn) move_late(x, y, lattice.slides_now(group, pass, x, y));
    };
    for (int y = block_.y_end - 1; y >= block_.y_begin; --y) {
      for_each_in_row(block_, y, lattice.rightwards(group, y), visit_late);
    }
  }

  void scan_row(const Area& area, int y, bool rightwards) {
    for_each_in_row(area, y, rightwards, [this](int tx, int ty) { take_turn(tx, ty); });
  }

  void clear_border() {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        if (!is_border(x, y)) continue;
        if (at(x, y).element != 0) book_.events().leave(at(x, y).element);
        at(x, y) = {};
      }
    }
  }

  // --- A turn ---

  std::uint32_t bits(std::uint32_t number) const { return draw_bits(turn_, number); }

  void take_turn(int x, int y) {
    if (at(x, y).element == 0 || at(x, y).calc) return;
    turn_ = turn_word(seed_, frame_, x, y);
    if (rules_.kind(at(x, y).element).item >= 0) return stamp_item(x, y);
    if (decay(at(x, y))) return;
    if (fly(x, y)) return;
    if (parameters_.energy) drift(x, y);
    if (parameters_.interactions) interact(x, y);
    if (parameters_.gravity) move(x, y);
  }

  bool decay(Cell& cell) {
    const Kind& kind = rules_.kind(cell.element);
    if (kind.decay < 0) return false;
    const Effect& decay = rules_.decay(kind);
    if (!decay.acts_at(cell.energy) || !happens(bits(draw::decay), decay.probability)) return false;
    cell.energy = decay.energy_after(cell.energy);
    const std::uint8_t before = cell.element;
    cell.element = decay.outcome(product_slot(bits(draw::decay_product)), before, 0).a;
    book_.events().become(before, cell.element);
    if (cell.element == 0) cell = {};
    cell.calc = true;  // decay costs the turn, and the late fall with it
    return true;
  }

  // Explosions throw cells through everything but a walled border.
  bool fly(int x, int y) {
    return fly(x, y, &Cell::x_speed, {1, 0}, draw::x_momentum) || fly(x, y, &Cell::y_speed, {0, 1}, draw::y_momentum);
  }

  bool fly(int x, int y, std::int8_t Cell::* speed, Offset axis, std::uint32_t number) {
    Cell& cell = at(x, y);
    const int before = cell.*speed;
    if (before == 0) return false;
    const int sign = before > 0 ? 1 : -1;
    const int now = before - sign;
    cell.*speed = static_cast<std::int8_t>(now);
    if (!happens(bits(number), chance(now * sign / 100.0))) return false;
    return swap(x, y, x + sign * axis.dx, y + sign * axis.dy);
  }

  // Exchanges all that two cells hold, unless a wall forbids it.
  bool swap(int x, int y, int to_x, int to_y) {
    if (is_wall(to_x, to_y)) return false;
    book_.events().trade(at(x, y).element, at(to_x, to_y).element);
    std::swap(at(x, y), at(to_x, to_y));
    at(x, y).calc = at(to_x, to_y).calc = true;
    return true;
  }

  // What conducts heat beside nothing goes one step towards the ambient energy.
  void drift(int x, int y) {
    Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    cell.energy = static_cast<std::uint8_t>(std::min(kEnergyMax, cell.energy + kind.self_heating));
    const int ambient = parameters_.ambient_energy();
    if (cell.energy == ambient || !happens(bits(draw::drift), kind.drift) || !is_beside_nothing(x, y)) return;
    cell.energy = static_cast<std::uint8_t>(cell.energy + (cell.energy < ambient ? 1 : -1));
  }

  bool is_beside_nothing(int x, int y) {
    const auto is_nothing = [&](Offset o) { return at(x + o.dx, y + o.dy).element == 0; };
    return std::ranges::any_of(kOrthogonal, is_nothing) || std::ranges::any_of(kDiagonal, is_nothing);
  }

  // --- Interactions ---

  void interact(int x, int y) {
    const std::uint32_t choice = bits(draw::neighbours);
    const Offset* const around = coin(choice) ? kDiagonal : kOrthogonal;
    const std::uint8_t* const order = kOrders[below(choice << 1, 24)];
    for (std::uint32_t look = 0; look < 4; ++look) {
      const Offset to = around[order[look]];
      if (at(x, y).element == 0) return;
      look_at(x, y, x + to.dx, y + to.dy, draw::look + look * draw::look_stride);
    }
  }

  void look_at(int x, int y, int to_x, int to_y, std::uint32_t first_draw) {
    Cell& centre = at(x, y);
    Cell& neighbour = at(to_x, to_y);
    const std::uint8_t a = centre.element, b = neighbour.element;
    if (parameters_.energy && b != 0) take_heat(centre, neighbour);

    Stamp* const stamp = explode_at(x, y, rules_.disc(a, b));
    // A disc does not end the look: the reaction goes on between those that met, in the midst of the filling.
    const Effect* const effect = is_wall(to_x, to_y) ? nullptr : rules_.reaction(a, b);
    if (effect == nullptr || !effect->acts_at(std::min(kEnergyMax, centre.energy + neighbour.energy))) return;
    if (!happens(bits(first_draw + draw::reaction), effect->probability)) return;
    if (stamp != nullptr) stamp->spared = {{{x, y}, {to_x, to_y}}};
    book_.events().become(centre.element, a);
    book_.events().become(neighbour.element, b);
    centre.element = a;
    neighbour.element = b;
    react(centre, neighbour, *effect, first_draw);
  }

  void take_heat(Cell& centre, Cell& neighbour) {
    const std::uint32_t conductivity = rules_.kind(centre.element).conductivity;
    if (conductivity == 0 || neighbour.energy <= centre.energy) return;
    const auto difference = static_cast<std::uint32_t>(neighbour.energy - centre.energy);
    const auto heat = static_cast<std::uint8_t>((conductivity * difference + 0xffffu) >> 16);
    centre.energy = static_cast<std::uint8_t>(centre.energy + heat);
    neighbour.energy = static_cast<std::uint8_t>(neighbour.energy - heat);
    centre.calc = neighbour.calc = true;
  }

  void react(Cell& centre, Cell& neighbour, const Effect& effect, std::uint32_t first_draw) {
    const int slot = product_slot(bits(first_draw + draw::product));
    const Product product = effect.outcome(slot, centre.element, neighbour.element);
    book_.events().meet(centre.element, neighbour.element, product.a, product.b);
    std::uint32_t speed_draw = first_draw + draw::speeds;
    for (Cell* cell : {&centre, &neighbour}) {
      cell->energy = effect.energy_after(cell->energy);
      cell->element = cell == &centre ? product.a : product.b;
      if (effect.x_speed != 0) cell->x_speed = thrown(effect.x_speed, bits(speed_draw));
      if (effect.y_speed != 0) cell->y_speed = thrown(effect.y_speed, bits(speed_draw + 1));
      speed_draw += 2;
      if (cell->element == 0) *cell = {};
      cell->calc = true;
    }
  }

  // --- Discs and items ---

  // What lies around the centre fills at once. While blocks take turns, the rest of a large disc waits for the end of the
  // pass, and a block has one of those in a pass. Returns what waits, or null.
  Stamp* explode_at(int x, int y, const DiscRule* disc) {
    if (disc == nullptr) return nullptr;
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.key = stamp_key(bits(draw::event_key), disc->filling);
    stamp.element = disc->filling;
    stamp.radius = disc->diameter / 2;
    if (parameters_.block == 0 || stamp.radius < kFarRadius) {
      draw_now(stamp);
      return nullptr;
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (!is_border(x + dx, y + dy)) fill_cell(x + dx, y + dy, stamp.element);
      }
    }
    return postpone(stamp);
  }

  void stamp_item(int x, int y) {
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.element = at(x, y).element;
    stamp.key = stamp_key(bits(draw::event_key), stamp.element);
    stamp.item = &rules_.item(rules_.kind(stamp.element));
    if (parameters_.block == 0) return draw_now(stamp);
    postpone(stamp);
  }

  Stamp* postpone(const Stamp& stamp) {
    if (block_has_stamped_) return nullptr;
    block_has_stamped_ = true;
    stamps_.push_back(stamp);
    stamps_.back().block = block_number_;
    return &stamps_.back();
  }

  void draw_now(const Stamp& stamp) {
    draw_stamp(stamp, width_, height_, [this](int x, int y, std::uint8_t element) { fill_cell(x, y, element); });
  }

  void fill_cell(int x, int y, std::uint8_t element) {
    const bool calc = at(x, y).calc;
    fill(index(x, y), element);
    at(x, y).calc = calc;
  }

  // --- Movement ---

  void move(int x, int y) {
    const Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    if (kind.direction == 0 || cell.y_speed < 0) return;
    const bool moved = kind.direction > 0 ? fall(x, y, kind) : rise(x, y, kind);
    if (!moved && !is_held_up(x, y)) slide(x, y, kind);
  }

  // What lies on an unbroken stack of things that fall, down to a group that has its turns only later, may yet fall: it
  // slides late. (Who has its share of the frame already will not.) What lies beyond the block is another's to change, so
  // nobody looks there.
  bool is_held_up(int x, int y) {
    const int held_up_by = lattice_ ? lattice_->held_up_by(y) : -1;
    if (held_up_by < 0 || at(x, y).calc) return false;
    for (int below = y + 1; below <= held_up_by && below < block_.y_end; ++below) {
      if (rules_.kind(at(x, below).element).direction <= 0) return false;
    }
    return true;
  }

  bool fall(int x, int y, const Kind& kind) {
    return sink(x, y, x, kind, bits(draw::straight)) || sink(x, y, x + diagonal_side(), kind, bits(draw::diagonal));
  }

  int diagonal_side() const { return coin(bits(draw::diagonal_side)) ? 1 : -1; }

  // Into the row below: freely where nothing is, by density otherwise.
  bool sink(int x, int y, int to_x, const Kind& kind, std::uint32_t random) {
    const std::uint8_t below = at(to_x, y + 1).element;
    const Chance probability = below == 0 ? kind.fall : rules_.sink(at(x, y).element, below);
    return happens(random, probability) && swap(x, y, to_x, y + 1);
  }

  bool rise(int x, int y, const Kind& kind) {
    const std::uint32_t way = bits(draw::rise_way);
    const int side = (way & 1u) != 0 ? 1 : -1;
    const int to_x = happens(way, kRisesStraight) ? x : x + side;
    return at(to_x, y - 1).element == 0 && happens(bits(draw::rise), kind.fall) && swap(x, y, to_x, y - 1);
  }

  void slide(int x, int y, const Kind& kind) {
    const int to_x = x + (coin(bits(draw::side_way)) ? 1 : -1);
    const std::uint8_t beside = at(to_x, y).element;
    if (beside == 0 && happens(bits(draw::slip), kind.slip) && swap(x, y, to_x, y)) return;
    if (happens(bits(draw::side_density), rules_.push(at(x, y).element, beside))) swap(x, y, to_x, y);
  }

  // A cell that could not fall in its turn, because what was below it left only later, falls after all if the draws of its
  // turn said so. Without this, slabs of sand would come apart where groups meet.
  void move_late(int x, int y, bool slides) {
    const Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    if (!parameters_.gravity || cell.calc || kind.direction <= 0 || cell.y_speed < 0) return;
    turn_ = turn_word(seed_, frame_, x, y);
    const auto drops = [&](int to_x, std::uint32_t number) {
      const bool free = block_.contains(to_x, y + 1) && at(to_x, y + 1).element == 0;
      return free && happens(bits(number), kind.fall) && swap(x, y, to_x, y + 1);
    };
    if (drops(x, draw::straight) || drops(x + diagonal_side(), draw::diagonal)) return;
    if (slides && is_held_up(x, y)) slide(x, y, kind);
  }

  void publish() {
    picture_.resize(cells_.size());
    energy_picture_.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      picture_[i] = cells_[i].element;
      energy_picture_[i] = cells_[i].energy;
    }
    generation_ = next_view_generation();
  }

  Rules rules_;
  Parameters parameters_;
  int width_ = 0, height_ = 0;
  std::vector<Cell> cells_;
  std::uint64_t seed_ = 0;
  std::uint32_t frame_ = 0;
  std::uint32_t turn_ = 0;  // the word of the turn that is being taken
  std::vector<Stamp> stamps_;
  bool block_has_stamped_ = false;
  const Lattice* lattice_ = nullptr;  // of this frame, while blocks take turns
  Area block_;                        // that takes its turns
  std::size_t block_number_ = 0;
  std::vector<std::uint8_t> picture_, energy_picture_;  // for view()
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  LedgerBook book_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::elements
