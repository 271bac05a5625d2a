// The memory of a world of the cpu backend, and the bands of rows in which a step goes over it.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/conserving/band.hpp"
#include "automata/conserving/cpu_chunks.hpp"
#include "automata/padded_plane.hpp"

namespace repose::conserving {

struct CpuWorld {
  CpuWorld() = default;
  // Cells are background. Throws std::bad_alloc.
  CpuWorld(int width, int height);

  int bit_bytes() const { return chunks.columns() * (kChunkWidth / 8); }  // of a row of bits

  int width = 0, height = 0;         // cells
  PaddedPlane cells, fell, nothing;  // `fell`: bits, as in FallArea; `nothing`: one row of kNothing
  StepChunks chunks;
};

// How often each element is in the world.
LedgerEvents::Counts count_cells(const CpuWorld& world);

// A band, with the memory of its margins and kept rows.
class OwnedBand {
 public:
  // Owns these rows of chunks. Throws std::bad_alloc. `world` must outlive the band, in its place.
  OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end);

  const Band& band() const { return band_; }
  LedgerEvents& events() { return events_; }

  // The rows that a step goes over are begin..end-1.
  void take_rows(CpuWorld& world, int begin, int end, bool keep_events);
  // They are those from the first awake one to the last, and margins. False when no row is awake.
  bool take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events);
  FlowBits& flow_bits() { return flow_bits_; }
  // Copies the margins from the world, in which all falls are done.
  void copy_margins(const CpuWorld& world);

  // ---- if falls of several bands follow one another ----
  // After the falls in its own rows, before those above: gives the band above what that one needs.
  void hand_over(CpuWorld& world, OwnedBand* above);
  // Falls in the rows above its own that it needs; changes only its copies of them, and its own first row.
  FallArea fall_above(int flow_passes);

 private:
  int rows_end() const { return band_.rows_begin + static_cast<int>(band_.rows.size()); }
  void copy_rows(const CpuWorld& world, int begin, int end);

  Band band_;
  std::vector<ColumnRange> runs_above_;  // for falls above its own rows, like the next one
  std::vector<std::uint64_t> moved_above_;
  PaddedPlane margins_, fell_margins_, kept_;
  FlowBits flow_bits_;
  std::vector<std::uint8_t> changed_beyond_;
  LedgerEvents events_;
};

// The first band is the whole world, for steps on one thread. If there are more threads the others divide the world.
std::vector<OwnedBand> make_bands(CpuWorld& world, int threads);

}  // namespace repose::conserving
