// The background over the open cells of a levelling: which of it is connected.
#pragma once

#include <vector>

#include "automata/conserving/bit_plane.hpp"
#include "automata/conserving/connected_runs.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

struct SurfaceCell {
  int body = 0, sky = 0;  // equal numbers for the same body, and for the same connected background above it
  CellPoint at;
};

class Sky {
 public:
  // Sets `sky` of all cells, which are in order of their bodies. Looks only at as many rows as it needs to see that
  // each body lies under one sky; at all rows if that is not so. True if it is so. `wraps`: the last column and column
  // 0 are neighbours.
  bool find(const BitPlane& background, int width, int height, bool wraps, std::vector<SurfaceCell>& cells);

 private:
  struct Run {
    int begin = 0, end = 0, parent = 0;
  };

  void add_row(const BitPlane& background, int y, int neighbour);
  int run_of(int x, int y) const;
  bool is_one_each(std::vector<SurfaceCell>& cells);

  int width_ = 0;
  bool wraps_ = false;
  std::vector<Run> runs_;
  std::vector<RowRuns> rows_;
};

}  // namespace repose::conserving
