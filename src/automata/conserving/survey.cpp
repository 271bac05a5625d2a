// A survey in runs: cells of one row and element that lie side by side. Sets of connected runs are trees with the run
// that comes first as their root.
#include "automata/conserving/survey.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>

namespace repose::conserving {
namespace {

using RunIndex = std::uint32_t;

// Fewer cells than this are a crumb: it becomes its rubble at once.
constexpr std::uint32_t kPieceCells = 4;

class Surveyor {
 public:
  Surveyor(const World& world, const Rules& rules, const SurveyOptions& options)
      : world_(world),
        rules_(rules),
        options_(options),
        width_(world.width()),
        height_(world.height()),
        cells_(world.cells().data()),
        bodies_(world.has(Plane::bodies) ? world.bytes(Plane::bodies).data() : nullptr),
        finds_pieces_(options.structures_fall && rules.has_structures()),
        finds_surfaces_(rules.dispersion_max() > 0) {}

  std::vector<std::uint8_t> run() {
    find_runs();
    if (finds_surfaces_) find_held();
    parents_.resize(runs_.size());
    std::iota(parents_.begin(), parents_.end(), RunIndex{0});
    if (finds_pieces_) footings_.resize(runs_.size());
    for (int y = 0; y < height_; ++y) connect_row(y);
    if (finds_surfaces_) level();
    if (finds_pieces_) loosen();
    return std::move(plane_);
  }

 private:
  struct Run {
    int begin, end;  // columns
    std::uint8_t element;
    bool falls;  // part of a body
    bool holds;  // a liquid that cannot run away to the side
  };

  // The columns from..to-1 of row y: cells of a liquid with background straight above them.
  struct OpenRun {
    RunIndex liquid, sky;
    int y, from, to;
  };

  // What a run, or a piece, stands on: firm ground, or liquid on which it floats, under columns left..right-1.
  // `is_held`: something else holds it, too, or it is part of the border.
  struct Footing {
    int left = kNone, right = -1;
    bool is_firm = false, is_afloat = false, is_held = false;
    bool holds() const { return is_firm || is_afloat || is_held; }
    static constexpr int kNone = 1 << 30;
  };

  // Powder on the second run, of a piece, carries the first one under columns left..right-1.
  struct Lean {
    RunIndex upper, lower;
    int left, right;
  };

  std::uint8_t cell(int x, int y) const { return cells_[world_.index(x, y)]; }
  bool falls(int x, int y) const {
    return bodies_ != nullptr && bodies_[world_.index(x, y)] != 0 && rules_.is_structure(cell(x, y));
  }
  bool wraps() const { return options_.borders.wraps && width_ > 1; }
  RunIndex first_of(int y) const { return rows_[static_cast<std::size_t>(y)]; }
  RunIndex last_of(int y) const { return first_of(y + 1) - 1; }

  // ---- runs ----

  void find_runs() {
    rows_.reserve(static_cast<std::size_t>(height_) + 1);
    runs_.reserve(static_cast<std::size_t>(height_) * 16);
    for (int y = 0; y < height_; ++y) {
      rows_.push_back(static_cast<RunIndex>(runs_.size()));
      for (int begin = 0; begin < width_;) {
        const bool body = falls(begin, y);
        int end = end_of_equal(y, begin);
        if (bodies_ != nullptr && rules_.is_structure(cell(begin, y))) {
          const int limit = std::exchange(end, begin + 1);
          while (end < limit && falls(end, y) == body) ++end;
        }
        runs_.push_back({begin, end, cell(begin, y), body, false});
        begin = end;
      }
    }
    rows_.push_back(static_cast<RunIndex>(runs_.size()));
  }

  int end_of_equal(int y, int begin) const {
    const std::uint8_t* const row = cells_ + world_.index(0, y);
    const std::uint64_t pattern = row[begin] * 0x0101010101010101u;
    int x = begin + 1;
    for (; x + 8 <= width_; x += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, row + x, sizeof eight);
      if (eight != pattern) break;
    }
    while (x < width_ && row[x] == row[begin]) ++x;
    return x;
  }

  RunIndex run_at(int x, int y) const {
    const auto first = runs_.begin() + first_of(y), end = runs_.begin() + first_of(y + 1);
    const auto found = std::upper_bound(first, end, x, [](int column, const Run& run) { return column < run.begin; });
    return static_cast<RunIndex>(found - runs_.begin()) - 1;
  }

  // ---- sets of runs ----

  RunIndex root_of(RunIndex i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void unite(RunIndex a, RunIndex b) {
    a = root_of(a);
    b = root_of(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

  // The runs of a row with one another, with the border and with those of the row above.
  void connect_row(int y) {
    const RunIndex first = first_of(y), last = last_of(y);
    for (RunIndex i = first; i < last; ++i) beside(i, i + 1);
    if (wraps()) {
      beside(last, first);
    } else if (finds_pieces_) {
      if (!options_.borders.left_open) footings_[first].is_held = true;
      if (!options_.borders.right_open) footings_[last].is_held = true;
    }
    for (RunIndex i = first; finds_pieces_ && i <= last; ++i) {
      if (y == 0 && !options_.borders.top_open) footings_[i].is_held = true;
      if (y + 1 == height_ && !options_.borders.bottom_open) stand(i, runs_[i].begin, runs_[i].end);
    }
    if (y == 0) {
      connect_air();
      return;
    }
    RunIndex a = first_of(y - 1), b = first;
    for (;;) {
      above(a, b, y, std::max(runs_[a].begin, runs_[b].begin), std::min(runs_[a].end, runs_[b].end));
      const int a_end = runs_[a].end, b_end = runs_[b].end;
      if (a_end == b_end) {
        if (a_end == width_) break;
        corner(a, b + 1);
        corner(a + 1, b);
      }
      if (a_end <= b_end) ++a;
      if (b_end <= a_end) ++b;
    }
    if (wraps()) {
      corner(first_of(y - 1), last);
      corner(last_of(y - 1), first);
    }
  }

  // All background in the uppermost row is open to the same air.
  void connect_air() {
    RunIndex air = last_of(0) + 1;
    for (RunIndex i = 0; finds_surfaces_ && i <= last_of(0); ++i) {
      if (runs_[i].element != 0) continue;
      if (air > last_of(0)) air = i;
      unite(air, i);
    }
  }

  bool is_piece(RunIndex i) const { return finds_pieces_ && rules_.is_structure(runs_[i].element) && !runs_[i].falls; }
  // What is fixed, but no structure, holds structures that touch it.
  bool is_anchor(RunIndex i) const {
    const std::uint8_t element = runs_[i].element;
    return element != 0 && rules_.is_fixed(element) && !rules_.is_structure(element);
  }

  void touch(RunIndex a, RunIndex b) {
    if (is_piece(a) && is_piece(b)) return unite(a, b);
    if (is_piece(a) && is_anchor(b)) footings_[a].is_held = true;
    if (is_piece(b) && is_anchor(a)) footings_[b].is_held = true;
  }
  void corner(RunIndex a, RunIndex b) {
    if (is_piece(a) && is_piece(b)) unite(a, b);
  }
  void beside(RunIndex a, RunIndex b) {
    if (finds_pieces_) touch(a, b);
    if (runs_[a].element == runs_[b].element && a != b) connect_flat(a, b);  // over the seam
  }
  void above(RunIndex a, RunIndex b, int y, int from, int to) {
    if (finds_pieces_) {
      if (is_piece(a) && !is_piece(b)) {
        stand_on(a, b, y, from, to);
      } else {
        touch(a, b);
      }
    }
    if (!finds_surfaces_) return;
    if (runs_[a].element == runs_[b].element) connect_flat(a, b);
    if (runs_[a].element == 0 && runs_[b].holds) open_runs_.push_back({b, a, y, from, to});
  }
  void connect_flat(RunIndex a, RunIndex b) {
    if (!finds_surfaces_) return;
    if (runs_[a].element == 0 || (runs_[a].holds && runs_[b].holds)) unite(a, b);
  }

  // The run stands in columns from..to-1.
  void stand(RunIndex i, int from, int to, bool Footing::*on = &Footing::is_firm) {
    Footing& footing = footings_[i];
    footing.left = std::min(footing.left, from);
    footing.right = std::max(footing.right, to);
    footing.*on = true;
  }

  // The run a, of a piece, lies on the run b in columns from..to-1 of row y. Looks only as far as needed for the first
  // and last column of its footing.
  void stand_on(RunIndex a, RunIndex b, int y, int from, int to) {
    const std::uint8_t lower = runs_[b].element;
    if (is_anchor(b)) return stand(a, from, to);
    if (rules_.is_liquid(lower)) {
      if (rules_.floats(runs_[a].element)) stand(a, from, to, &Footing::is_afloat);
      return;
    }
    if (!rules_.is_powder(lower)) return;
    int end = from;
    while (end < to && !stands_on_powder(a, end, y)) ++end;
    for (int x = to - 1; x > end && !stands_on_powder(a, x, y); --x) {
    }
  }

  // Whether it is firm.
  bool stands_on_powder(RunIndex a, int x, int y) {
    const auto cells = [this](int column, int row) { return cell(column, row); };
    const PowderGround ground = ground_of_powder(rules_, cells, x, y, height_, options_.borders.bottom_open);
    if (ground.kind == PowderGround::Kind::firm) {
      stand(a, x, x + 1);
      return true;
    }
    if (ground.kind != PowderGround::Kind::structure || falls(x, ground.y)) return false;
    const RunIndex lower = run_at(x, ground.y);
    if (leans_.empty() || leans_.back().upper != a || leans_.back().lower != lower) {
      leans_.push_back({a, lower, x, x + 1});
    } else {
      leans_.back().left = std::min(leans_.back().left, x);
      leans_.back().right = std::max(leans_.back().right, x + 1);
    }
    return false;
  }

  // ---- surfaces ----

  // Liquid that comes to this cell of background falls two rows at least.
  bool is_deep(int x, int y) const { return y + 2 < height_ && cell(x, y + 1) == 0 && cell(x, y + 2) == 0; }
  bool has_deep(RunIndex i, int y) const {
    for (int x = runs_[i].begin; x < runs_[i].end; ++x) {
      if (is_deep(x, y)) return true;
    }
    return false;
  }

  // Whether deep background follows on run i, of this liquid or beside it, on one side. Looks over the seam.
  bool runs_away(RunIndex i, int y, int way, std::uint8_t liquid) const {
    const RunIndex first = first_of(y), last = last_of(y), end = way < 0 ? first : last, other_end = first + last - end;
    for (RunIndex k = i;;) {
      if (k == end && !wraps()) return false;
      k = k == end ? other_end : way < 0 ? k - 1 : k + 1;
      if (k == i) return false;
      if (runs_[k].element == 0 ? has_deep(k, y) : runs_[k].element != liquid) return runs_[k].element == 0;
    }
  }

  // A stretch of a row is as many neighbours as possible that are of one liquid, or of background that is not deep. It
  // holds the liquid in it if no deep background is beside it.
  void find_held() {
    for (int y = 0; y < height_; ++y) {
      const RunIndex first = first_of(y), end = first_of(y + 1);
      for (RunIndex i = first; i < end;) {
        const std::uint8_t liquid = runs_[i].element;
        if (!rules_.strides(liquid)) {
          ++i;
          continue;
        }
        bool holds = !runs_away(i, y, -1, liquid);
        RunIndex last = i, next = i + 1;  // the last run of the liquid in this stretch
        for (; next < end; ++next) {
          if (runs_[next].element == liquid) {
            last = next;
          } else if (runs_[next].element != 0) {
            break;
          } else if (has_deep(next, y)) {
            holds = false;
            break;
          }
        }
        if (next == end && holds) holds = !runs_away(end - 1, y, 1, liquid);
        for (RunIndex k = i; k <= last; ++k) runs_[k].holds = holds && runs_[k].element == liquid;
        i = last + 1;
      }
    }
  }

  void level() {
    for (OpenRun& open : open_runs_) {
      open.liquid = root_of(open.liquid);
      open.sky = root_of(open.sky);
    }
    const auto surface_of = [](const OpenRun& open) { return std::pair(open.liquid, open.sky); };
    std::ranges::sort(open_runs_, {},
                      [](const OpenRun& open) { return std::tuple(open.liquid, open.sky, open.y, open.from); });
    int number = 0;
    for (std::size_t begin = 0, end = 0; begin < open_runs_.size() && number < kSurfacesMax; begin = end) {
      while (end < open_runs_.size() && surface_of(open_runs_[end]) == surface_of(open_runs_[begin])) ++end;
      if (open_runs_[begin].y + 2 > open_runs_[end - 1].y) continue;
      level_surface(begin, end, static_cast<std::uint8_t>(number++));
    }
  }

  struct Column {
    int x, y;  // its highest cell of liquid
    std::uint32_t order;
  };

  // Takes from the highest columns of a surface and gives to the lowest ones; several times over if it is steep.
  void level_surface(std::size_t begin, std::size_t end, std::uint8_t number) {
    std::vector<Column> columns;
    for (std::size_t i = begin; i < end; ++i) {
      const OpenRun& open = open_runs_[i];
      for (int x = open.from; x < open.to; ++x)
        columns.push_back({x, open.y, mix32(options_.draws ^ static_cast<std::uint32_t>(x))});
    }
    const std::uint8_t liquid = runs_[open_runs_[begin].liquid].element;
    const int rows = open_runs_[end - 1].y - open_runs_[begin].y;
    const int rounds = std::clamp(rows / kRowsPerRound, 1, kRoundsMax);
    const std::size_t pairs_max = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::uint64_t{columns.size()} * rules_.fluidity(liquid) / kCertain));
    for (int round = 0; round < rounds; ++round) {
      std::ranges::sort(columns, {}, [](const Column& c) { return std::tuple(c.y, c.order, c.x); });
      std::size_t pairs = 0, high = 0, low = columns.size() - 1;
      while (high < low && pairs < pairs_max && columns[high].y + 2 <= columns[low].y) {
        Column &giver = columns[high], &taker = columns[low];
        const bool gives = cell(giver.x, giver.y) == liquid && mark(giver.x, giver.y) == 0;
        const bool takes = taker.y > 0 && cell(taker.x, taker.y - 1) == 0 && mark(taker.x, taker.y - 1) == 0;
        if (gives && takes) {
          mark(giver.x, giver.y++) = kGives | number;
          mark(taker.x, --taker.y) = kTakes | number;
          ++pairs;
        }
        if (gives == takes || !gives) ++high;
        if (gives == takes || !takes) --low;
      }
      if (pairs == 0) break;
    }
  }

  std::uint8_t& mark(int x, int y) {
    if (plane_.empty()) plane_.resize(world_.cell_count());
    return plane_[world_.index(x, y)];
  }

  // ---- pieces ----

  struct Piece {
    RunIndex root;
    // Rubble that is a structure does not count as broken: two elements that are each other's rubble would never rest.
    std::uint32_t cells = 0, breakable = 0;
    std::int64_t columns = 0;  // their sum
    bool topples = false;
    int clearance = kSafeFall + 1;
    std::uint8_t byte = 0;
  };

  // Joins the footings of runs to those of pieces, which are at their roots.
  void join_footings() {
    for (RunIndex i = 0; i < runs_.size(); ++i) {
      if (!is_piece(i)) continue;
      const Footing run = footings_[i];
      Footing& piece = footings_[root_of(i)];
      piece.is_held |= run.is_held;
      piece.is_firm |= run.is_firm;
      piece.is_afloat |= run.is_afloat;
      piece.left = std::min(piece.left, run.left);
      piece.right = std::max(piece.right, run.right);
    }
    for (Lean& lean : leans_) {
      lean.upper = root_of(lean.upper);
      lean.lower = root_of(lean.lower);
    }
    std::erase_if(leans_, [](const Lean& lean) { return lean.upper == lean.lower; });
    // What holds a piece holds those that lie on it. Mostly from the lowest up, so that one round is enough.
    for (bool changes = true; changes;) {
      changes = false;
      for (auto lean = leans_.rbegin(); lean != leans_.rend(); ++lean) {
        if (footings_[lean->upper].is_firm || !footings_[lean->lower].holds()) continue;
        footings_[lean->upper].is_firm = changes = true;
      }
    }
    for (const Lean& lean : leans_) {
      if (footings_[lean.lower].holds()) stand(lean.upper, lean.left, lean.right);
    }
  }

  void loosen() {
    join_footings();
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> piece_of(runs_.size());  // by root; counts from 1
    for (RunIndex i = 0; i < runs_.size(); ++i) {
      if (!is_piece(i) || footings_[root_of(i)].is_held) continue;
      std::uint32_t& number = piece_of[root_of(i)];
      if (number == 0) {
        pieces.push_back({root_of(i)});
        number = static_cast<std::uint32_t>(pieces.size());
      }
      Piece& piece = pieces[number - 1];
      const auto [begin, end, element, falls, holds] = runs_[i];
      const auto cells = static_cast<std::uint32_t>(end - begin);
      piece.cells += cells;
      piece.columns += std::int64_t{cells} * (begin + end - 1) / 2;
      const std::uint8_t rubble = rules_.rubble(element);
      if (rubble != element && !rules_.is_structure(rubble)) piece.breakable += cells;
    }
    for (Piece& piece : pieces) {
      const Footing& footing = footings_[piece.root];
      const auto cells = static_cast<std::int64_t>(piece.cells);
      const bool is_balanced =
          wraps() || piece.breakable == 0 ||
          (piece.columns >= (footing.left - kSlack) * cells && piece.columns <= (footing.right - 1 + kSlack) * cells);
      // What only floats does not topple: it would break on nothing.
      piece.topples = footing.is_firm && !is_balanced;
      if (footing.holds() && !piece.topples) piece_of[piece.root] = 0;
    }
    const auto piece_at = [&](RunIndex i) -> Piece* {
      const std::uint32_t number = is_piece(i) ? piece_of[root_of(i)] : 0;
      return number == 0 ? nullptr : &pieces[number - 1];
    };
    if (std::ranges::all_of(pieces, [&](const Piece& piece) { return piece_of[piece.root] == 0; })) return;
    number_pieces(pieces, piece_of);
    for (int y = 0; y < height_; ++y) {
      for (RunIndex i = first_of(y); i < first_of(y + 1); ++i) {
        Piece* const piece = piece_at(i);
        if (piece != nullptr && (piece->byte & kBreaks) != 0 && !piece->topples) find_clearance(*piece, i, y, piece_at);
      }
    }
    for (int y = 0; y < height_; ++y) {
      for (RunIndex i = first_of(y); i < first_of(y + 1); ++i) {
        const Piece* const piece = piece_at(i);
        if (piece == nullptr || piece->byte == 0) continue;
        const bool is_low = piece->byte < kCrumbles && piece->clearance <= kSafeFall;
        const auto byte = static_cast<std::uint8_t>(is_low ? piece->byte & kBodyNumber : piece->byte);
        for (int x = runs_[i].begin; x < runs_[i].end; ++x) mark(x, y) = byte;
      }
    }
  }

  // Crumbs crumble; the other pieces get the numbers that no body has, large pieces first. The rest waits for the next
  // survey.
  void number_pieces(std::vector<Piece>& pieces, const std::vector<std::uint32_t>& piece_of) const {
    std::uint32_t used = 1;
    if (bodies_ != nullptr) {
      for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) {
          if (falls(x, y)) used |= 1u << (bodies_[world_.index(x, y)] & kBodyNumber);
        }
      }
    }
    for (const bool large : {true, false}) {
      for (Piece& piece : pieces) {
        if ((piece.cells >= kPieceCells) != large || piece_of[piece.root] == 0) continue;
        if (!large && piece.breakable == piece.cells) {
          piece.byte = kCrumbles;
        } else if (~used != 0) {
          const int number = std::countr_one(used);
          used |= 1u << number;
          piece.byte = static_cast<std::uint8_t>(number | kBreaks);
        }
      }
    }
  }

  // How many rows the run can fall, counted up to kSafeFall + 1.
  template <class PieceAt>
  void find_clearance(Piece& piece, RunIndex i, int y, const PieceAt& piece_at) const {
    for (int x = runs_[i].begin; x < runs_[i].end; ++x) {
      for (int rows = 0; rows < piece.clearance; ++rows) {
        const int below = y + 1 + rows;
        if (below < height_ && (cell(x, below) == 0 || rules_.flows(cell(x, below)))) continue;
        if (below == height_ && options_.borders.bottom_open) break;
        const bool is_own = below < height_ && rules_.is_structure(cell(x, below)) && !falls(x, below) &&
                            piece_at(run_at(x, below)) == &piece;
        if (!is_own) piece.clearance = rows;
        break;
      }
    }
  }

  static constexpr int kRowsPerRound = 8, kRoundsMax = 32;
  // A piece that stands on so few columns less than its middle would need is balanced, too.
  static constexpr int kSlack = 1;

  const World& world_;
  const Rules& rules_;
  const SurveyOptions& options_;
  const int width_, height_;
  const std::uint8_t* const cells_;
  const std::uint8_t* const bodies_;
  const bool finds_pieces_, finds_surfaces_;
  std::vector<Run> runs_;
  std::vector<RunIndex> rows_;  // the first run of each row, and the number of runs
  std::vector<RunIndex> parents_;
  std::vector<Footing> footings_;  // by run
  std::vector<Lean> leans_;
  std::vector<OpenRun> open_runs_;
  std::vector<std::uint8_t> plane_;
};

}  // namespace

std::vector<std::uint8_t> survey(const World& world, const Rules& rules, const SurveyOptions& options) {
  if (!rules.has_surveys()) return {};
  return Surveyor(world, rules, options).run();
}

bool paints_structure(const Edit& edit, const Rules& rules) {
  const auto paints = [&rules](const auto& e) {
    if constexpr (requires { e.transparent; })
      return e.cells != nullptr && std::ranges::any_of(*e.cells, [&](auto cell) { return rules.is_structure(cell); });
    else if constexpr (requires { e.element; })
      return rules.is_structure(e.element);
    else
      return false;
  };
  return std::visit(paints, edit);
}

std::vector<std::uint8_t> find_unheld(const Ruleset& ruleset, const World& world,
                                      std::span<const std::pair<std::string_view, double>> parameters) {
  if (!accepts(ruleset)) return {};
  Parameters values;
  for (const auto& [name, value] : parameters) values.set(name, value);
  const Rules rules(ruleset);
  std::vector<std::uint8_t> plane = survey(world, rules, {values.borders(), values.structures_fall()});
  for (std::uint8_t& byte : plane) byte = byte >= kTakes ? 0 : byte & ~kBreaks;
  if (std::ranges::all_of(plane, [](std::uint8_t byte) { return byte == 0; })) plane.clear();
  return plane;
}

SurveyOptions survey_options(const Borders& borders, bool structures_fall, std::uint64_t seed, std::uint64_t step) {
  constexpr std::uint32_t kOrderSalt = 0x40f;
  return {borders, structures_fall, random_base(seed, static_cast<std::uint32_t>(step), kOrderSalt)};
}

std::vector<Exchange> find_exchanges(const std::vector<std::uint8_t>& survey, int width) {
  std::vector<CellPoint> givers[kSurfacesMax], takers[kSurfacesMax];
  for (std::size_t i = 0; i < survey.size(); ++i) {
    if (survey[i] < kTakes) continue;
    const auto cells = static_cast<std::size_t>(width);
    auto& of = survey[i] >= kGives ? givers : takers;
    of[survey[i] % kSurfacesMax].push_back({static_cast<int>(i % cells), static_cast<int>(i / cells)});
  }
  std::vector<Exchange> exchanges;
  for (int surface = 0; surface < kSurfacesMax; ++surface) {
    const auto &from = givers[surface], &to = takers[surface];
    for (std::size_t k = 0; k < std::min(from.size(), to.size()); ++k)
      exchanges.push_back({from[k], to[to.size() - 1 - k]});
  }
  return exchanges;
}

void WaitingSurvey::begin(World world, const Rules& rules, const SurveyOptions& options) {
  drop();
  const auto cells = std::make_shared<const World>(std::move(world));
  if (uses_thread_) {
    try {
      computed_ = std::async(std::launch::async, [cells, &rules, options] { return survey(*cells, rules, options); });
      return;
    } catch (const std::system_error&) {
      // The system refuses to start another thread.
    }
  }
  plane_ = survey(*cells, rules, options);
}

void WaitingSurvey::set(std::vector<std::uint8_t> plane) {
  drop();
  if (std::ranges::any_of(plane, [](std::uint8_t byte) { return byte != 0; })) plane_ = std::move(plane);
}

const std::vector<std::uint8_t>& WaitingSurvey::result() {
  if (computed_.valid()) plane_ = computed_.get();
  return plane_;
}

void WaitingSurvey::drop() {
  if (computed_.valid()) computed_.wait();
  computed_ = {};
  plane_ = {};
}

}  // namespace repose::conserving
