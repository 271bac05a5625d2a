// What leaves a world of the cpu backend over open sides.
#pragma once

#include <algorithm>

#include "automata/conserving/borders.hpp"
#include "automata/conserving/cpu_bands.hpp"

namespace repose::conserving {

// At the end of a step, before its marks are cleared: only in the chunks that the step has computed can there be
// something loose. `watch` is told what leaves (step_watch.hpp).
template <class Watch>
void leave_awake_chunks(CpuWorld& world, const Rules& rules, const Borders& borders, LeftCells& left, Watch& watch) {
  for (const int row : world.chunks.rows_with_runs()) {
    std::uint8_t* const changed = world.chunks.changed(row);
    const int top = row * kChunkHeight, height = std::min(kChunkHeight, world.height - top);
    for (const ColumnRange& run : world.chunks.runs(row)) {
      const CellBox box{run.begin, top, std::min(run.end, world.width) - run.begin, height};
      for_each_open_cell(borders, world.width, world.height, box, [&](int x, int y) {
        std::uint8_t& cell = world.cells.row(y)[x];
        if (cell == 0 || !rules.leaves(cell)) return;
        watch.leave({x, y}, cell);
        left.count(cell);
        cell = 0;
        changed[x / kChunkWidth] = 1;
      });
    }
  }
}

}  // namespace repose::conserving
