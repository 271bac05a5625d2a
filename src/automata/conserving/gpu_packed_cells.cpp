#include "automata/conserving/gpu_packed_cells.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

#include "automata/conserving/bursts.hpp"

namespace repose::conserving {

namespace {
constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};

void set_range(const Program& program, const char* name, const CodeRange& range) {
  glUniform2ui(program.uniform(name), static_cast<GLuint>(range.first), static_cast<GLuint>(range.last));
}

// Each byte in all cells of a word.
void set_words(const Program& program, const char* name, const std::vector<std::uint8_t>& bytes) {
  std::vector<GLuint> words;
  for (const std::uint8_t byte : bytes) words.push_back(byte * kOnes);
  glUniform1uiv(program.uniform(name), static_cast<GLsizei>(words.size()), words.data());
}
}  // namespace

PackedCells::PackedCells(std::string& error)
    : pack_(load_pass("conserving/pack.frag", error)),
      unpack_(load_pass("conserving/unpack.frag", error)),
      pairs_(kTexelR32ui, kElementsMax, kElementsMax, "conserving pairs"),
      traits_(kTexelR32ui, kElementsMax, kTraitRows, "conserving traits"),
      no_vertices_(make_gl_vertex_array()) {}

void PackedCells::set_rules(const Rules& rules) {
  codes_ = CellCodes(rules);
  pairs_.write(0, 0, kElementsMax, kElementsMax, codes_.pair_words(rules).data(), kElementsMax);
  traits_.write(0, 0, kElementsMax, kTraitRows, codes_.trait_words(rules).data(), kElementsMax);
}

Status PackedCells::resize(int width, int height) {
  width_ = width;
  height_ = height;
  const int rows = (height + kTexelRows - 1) / kTexelRows;
  if (falls_.texture.width() == width && falls_.texture.height() == rows) return {};
  falls_ = Canvas(kTexelRgba32ui, width, rows, "conserving falls");
  bool complete = falls_.framebuffer.complete();
  for (Plane& plane : planes_) {
    plane.cells = Texture(kTexelRgba32ui, width, rows, "conserving cells");
    plane.fell = Texture(kTexelR32ui, width, rows, "conserving fallen cells");
    plane.framebuffer = Framebuffer(plane.cells, plane.fell, "conserving cells");
    complete = complete && plane.framebuffer.complete();
  }
  if (Status status = check_gl_errors("Making room for the world on the GPU"); !status) return status;
  return complete ? Status() : Status::failure("This GPU cannot draw into the textures that the automaton needs.");
}

void PackedCells::begin_pass(const Program& program, bool wraps) const {
  program.use();
  glUniform2i(program.uniform("u_size"), width_, height_);
  glUniform1i(program.uniform("u_wraps"), wraps);
  glUniform1ui(program.uniform("u_background"), codes_.code_of(0));
  set_range(program, "u_restless", codes_.restless());
  if (codes_.shader_traits().kinds > 0) {
    set_words(program, "u_first", codes_.first_codes());
    set_words(program, "u_sets", codes_.kind_sets());
  }
  bind_texture(kPairsUnit, pairs_);
  bind_texture(kTraitsUnit, traits_);
}

void PackedCells::pack(const GpuCells& cells) const {
  begin_pass(pack_, false);
  bind_texture(kWorldUnit, cells.front());
  planes_[front_].framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::unpack(const GpuCells& cells) const {
  begin_pass(unpack_, false);
  bind_texture(kCellsUnit, front());
  cells.planes().front().framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::draw_pass(bool fell) {
  if (fell) bind_texture(kFallsUnit, planes_[front_].fell);
  bind_texture(kCellsUnit, front());
  planes_[1 - front_].framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  front_ = 1 - front_;
}

void PackedCells::draw_starts() const {
  bind_texture(kCellsUnit, front());
  falls_.framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::draw_fall() {
  bind_texture(kFallsUnit, falls_.texture);
  draw_pass();
}

namespace {

bool is_restless(const Rules& rules, std::uint8_t element) {
  return rules.decay(element).probability > 0 || rules.burst(element).probability > 0 || rules.wander(element) > 0;
}

bool runs(const Rules& rules, std::uint8_t a, std::uint8_t b) { return rules.runs(a, b) && rules.fluidity(a, b) > 0; }

// What a cell may do with its partner, as bits of Act.
std::uint32_t acts(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  std::uint32_t bits = 0;
  const auto put = [&](Act act, bool on) { bits |= std::uint32_t{on} << act; };
  const Meeting& meeting = rules.meeting(a, b);
  const bool reacts = meeting.kind == Meeting::Kind::reaction;
  put(kActSinks, rules.sinks(a, b));
  put(kActReacts, reacts && !meeting.anywhere && rules.is_denser(a, b));
  put(kActAnywhere, meeting.anywhere);
  put(kActRuns, runs(rules, a, b));
  put(kActFixed, rules.is_fixed(a));
  put(kActGap, rules.follows(a, 0));
  put(kActGrainy, !rules.flows(a) && !rules.is_fixed(a));
  return bits;
}

// Elements with equal numbers act alike, as the cell and as the partner.
std::vector<int> kinds_of(const Rules& rules) {
  const int count = rules.element_count();
  std::vector<std::vector<std::uint32_t>> known;
  std::vector<int> kinds;
  for (int i = 0; i < count; ++i) {
    std::vector<std::uint32_t> manner;
    for (int j = 0; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      manner.push_back(acts(rules, a, b));
      manner.push_back(acts(rules, b, a));
    }
    const auto found = std::ranges::find(known, manner);
    kinds.push_back(static_cast<int>(found - known.begin()));
    if (found == known.end()) known.push_back(std::move(manner));
  }
  return kinds;
}

void take_in(CodeRange& range, int code) {
  range = range.empty() ? CodeRange{code, code} : CodeRange{std::min(range.first, code), std::max(range.last, code)};
}

}  // namespace

CellCodes::CellCodes(const Rules& rules) {
  const int count = rules.element_count();
  std::vector<std::uint8_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const std::vector<int> kinds = kinds_of(rules);
  const auto place = [&](std::uint8_t element) { return std::pair(is_restless(rules, element), kinds[element]); };
  std::ranges::stable_sort(order, {}, place);
  for (std::size_t code = 0; code < order.size(); ++code) {
    codes_[order[code]] = static_cast<std::uint8_t>(code);
    elements_[code] = order[code];
  }
  for (std::size_t i = order.size(); i < codes_.size(); ++i) codes_[i] = codes_[0];
  traits_.has_viscous = rules.has_viscous();
  find_ranges(rules);
  find_kinds(rules);
}

void CellCodes::find_ranges(const Rules& rules) {
  for (int code = 0; code < rules.element_count(); ++code) {
    const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
    if (is_restless(rules, element)) take_in(restless_, code);
    if ((acts(rules, element, 0) >> kActGrainy & 1) != 0) traits_.has_grainy = true;
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto other = static_cast<std::uint8_t>(j);
      const Meeting& meeting = rules.meeting(element, other);
      if (runs(rules, element, other)) has_running_ = true;
      if (meeting.anywhere) traits_.has_anywhere = true;
      if (meeting.kind != Meeting::Kind::reaction) continue;
      if (meeting.probability < kCertain || (meeting.result == 0 && rules.acts_above(element, other)))
        traits_.has_uncertain = true;
    }
  }
}

void CellCodes::find_kinds(const Rules& rules) {
  constexpr int kSignBit = 128;  // shaders use the top bit of codes for comparisons
  const std::vector<int> kinds = kinds_of(rules);
  std::vector<std::uint8_t> members;
  for (int code = 0; code < rules.element_count(); ++code) {
    const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
    if (!members.empty() && kinds[members.back()] == kinds[element]) continue;
    members.push_back(element);
    first_codes_.push_back(static_cast<std::uint8_t>(code));
  }
  if (members.size() <= kKindsMax && rules.element_count() <= kSignBit)
    traits_.kinds = static_cast<int>(members.size());
  first_codes_.resize(kKindsMax, kSignBit);
  kind_sets_.assign(std::size_t{kKindsMax} * kActCount, 0);
  if (traits_.kinds == 0) return;
  for (int act = kActSinks; act < kActSinks + kActCount; ++act) {
    std::uint8_t before = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
      std::uint8_t set = 0;
      for (std::size_t j = 0; j < members.size(); ++j) {
        if ((acts(rules, members[k], members[j]) >> act & 1) != 0) set |= static_cast<std::uint8_t>(1 << j);
      }
      if (act >= kActFixed && set != 0) set = 0x7f;  // true whatever the partner is
      kind_sets_[static_cast<std::size_t>(act - kActSinks) * kKindsMax + k] = set ^ before;
      before = set;
    }
  }
}

std::uint32_t CellCodes::pair_word(const Rules& rules, std::uint8_t a, std::uint8_t b) const {
  const Meeting& meeting = rules.meeting(a, b);
  const std::uint32_t probability = runs(rules, a, b) ? rules.fluidity(a, b) : meeting.probability;
  const std::uint32_t swap = meeting.kind == Meeting::Kind::swap ? kSwap : 0;
  return codes_[meeting.result] | swap | acts(rules, a, b) | (std::max(probability, 1u) - 1) << 16;
}

// Codes without an element are those of no cell.
std::vector<std::uint32_t> CellCodes::pair_words(const Rules& rules) const {
  std::vector<std::uint32_t> words;
  words.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (const std::uint8_t a : elements_) {
    for (const std::uint8_t b : elements_) words.push_back(pair_word(rules, a, b));
  }
  return words;
}

std::vector<std::uint32_t> CellCodes::trait_words(const Rules& rules) const {
  std::vector<std::uint32_t> words(std::size_t{kElementsMax} * kTraitRows);
  const auto at = [&](int row, std::size_t column) -> std::uint32_t& {
    return words[static_cast<std::size_t>(row) * kElementsMax + column];
  };
  for (std::size_t code = 0; code < elements_.size(); ++code) {
    const std::uint8_t element = elements_[code];
    const Decaying& decay = rules.decay(element);
    at(kDecayRow, code) = codes_[decay.into] | decay.probability << 8;
    at(kWanderRow, code) = rules.wander(element);
    at(kBurstRow, code) = rules.burst(element).probability;
    at(kElementRow, code) = element | static_cast<std::uint32_t>(rules.density(element) << 8);
    at(kCodeRow, code) = codes_[code];  // here `code` is an element
  }
  return words;
}

Program load_pass(std::string_view file, std::string& error, const ShaderTraits& traits, std::string_view vertices) {
  constexpr int kBlastReach = kBurstRadiusMax + kThrowReach;
  static_assert(kBlastReach < kBlastOrigin);
  const ShaderConstant constants[] = {{"kSwap", kSwap},
                                      {"kKinds", std::int32_t{traits.kinds}},
                                      {"kHasGrainy", std::int32_t{traits.has_grainy}},
                                      {"kHasUncertain", std::int32_t{traits.has_uncertain}},
                                      {"kHasAnywhere", std::int32_t{traits.has_anywhere}},
                                      {"kHasViscous", std::int32_t{traits.has_viscous}},
                                      {"kActCount", kActCount},
                                      {"kActSinks", kActSinks},
                                      {"kActReacts", kActReacts},
                                      {"kActAnywhere", kActAnywhere},
                                      {"kActRuns", kActRuns},
                                      {"kActFixed", kActFixed},
                                      {"kActGap", kActGap},
                                      {"kActGrainy", kActGrainy},
                                      {"kOnes", kOnes},
                                      {"kMoved", kMoved},
                                      {"kSteady", kSteady},
                                      {"kDecayRow", kDecayRow},
                                      {"kWanderRow", kWanderRow},
                                      {"kBurstRow", kBurstRow},
                                      {"kElementRow", kElementRow},
                                      {"kCodeRow", kCodeRow},
                                      {"kBursts", kBursts},
                                      {"kResists", kResists},
                                      {"kBlastTile", kBlastTile},
                                      {"kBlastOrigin", kBlastOrigin},
                                      {"kBlastReach", kBlastReach},
                                      {"kThrowReach", kThrowReach},
                                      {"kCertain", kCertain},
                                      {"kElementsMax", std::int32_t{kElementsMax}}};
  constexpr SamplerUnit kUnits[] = {{"u_cells", kCellsUnit}, {"u_pairs", kPairsUnit}, {"u_meetings", kPairsUnit},
                                    {"u_falls", kFallsUnit}, {"u_fell", kFallsUnit},  {"u_traits", kTraitsUnit},
                                    {"u_world", kWorldUnit}};
  return Program::load({vertices, file}, constants, error, kUnits);
}

void bind_texture(int unit, const Texture& texture) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture.name());
}

}  // namespace repose::conserving
