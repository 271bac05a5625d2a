// The rules as the cpu backend uses them, and the parts of a step in the form that suits them: in vectors for few
// elements, pair by pair for many and for steps with the ledger.
#pragma once

#include <vector>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/cpu_bands.hpp"
#include "automata/conserving/cpu_kernel.hpp"

namespace repose::conserving {

class CpuRules {
 public:
  CpuRules() = default;
  explicit CpuRules(const Ruleset& ruleset);

  const Rules& rules() const { return rules_; }

  void fall(const StepJob& job, const FallArea& area) const;
  // step_rows(), in band.hpp.
  void step(const StepJob& job, const Band& band, int from, int to) const;
  // Makes room in Band::flow_bits for step(). Throws std::bad_alloc.
  void prepare(FlowBits& bits, int chunk_columns, int flow_passes) const {
    if (few_elements_ && tables_.flow.is_needed)
      bits.take_shape(chunk_columns, tables_.flow.rows(flow_passes), tables_.flow.row_planes());
  }
  // Whether no pair with a cell in the chunk, in the row below it or in the column to its right can act.
  bool is_at_rest(const CpuWorld& world, int column, int row) const;
  // The cells that explode. Only awake chunks can hold some.
  std::vector<Blast> find_blasts(const CpuWorld& world, const std::vector<ChunkRun>& awake,
                                 const BurstDraws& draws) const;

 private:
  bool is_seam_at_rest(const RestRows& rows) const;
  void find_blasts(const CpuWorld& world, const BurstDraws& draws, int y, int begin, int end,
                   std::vector<Blast>& blasts) const;

  Rules rules_;
  SmallTables tables_;
  bool few_elements_ = false;
};

}  // namespace repose::conserving
