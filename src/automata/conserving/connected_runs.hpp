// Union-find over runs: neighbouring cells begin..end-1 of a row. The runs of a connected set form a tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace repose::conserving {

// The runs of a row, as indices begin..end-1. Rows that are equal share them.
struct RowRuns {
  std::size_t begin = 0, end = 0;
};

// The run that stands for the connected set of a run. Shortens the way to it.
template <class Run>
int root_of(std::vector<Run>& runs, int run) {
  const auto parent = [&](int i) -> int& { return runs[static_cast<std::size_t>(i)].parent; };
  while (parent(run) != run) run = parent(run) = parent(parent(run));
  return run;
}

// Connects the runs of two neighbouring rows where they touch and `agrees(run, other run)`. Precondition: those of
// `row` are roots.
template <class Run, class Agrees>
void connect_rows(std::vector<Run>& runs, const RowRuns& other_row, const RowRuns& row, const Agrees& agrees) {
  std::size_t first = other_row.begin;
  for (std::size_t i = row.begin; i < row.end; ++i) {
    int root = static_cast<int>(i);
    while (first < other_row.end && runs[first].end <= runs[i].begin) ++first;
    for (std::size_t k = first; k < other_row.end && runs[k].begin < runs[i].end; ++k) {
      if (!agrees(runs[k], runs[i])) continue;
      const int other = root_of(runs, static_cast<int>(k));
      if (other == root) continue;
      runs[static_cast<std::size_t>(std::max(root, other))].parent = std::min(root, other);
      root = std::min(root, other);
    }
  }
}

// Connects the first and the last run of a row if they touch over the seam of a world that wraps.
template <class Run, class Agrees>
void connect_over_seam(std::vector<Run>& runs, const RowRuns& row, int width, const Agrees& agrees) {
  if (row.begin == row.end) return;
  const std::size_t first = row.begin, last = row.end - 1;
  if (runs[first].begin != 0 || runs[last].end != width || !agrees(runs[first], runs[last])) return;
  const int a = root_of(runs, static_cast<int>(first)), b = root_of(runs, static_cast<int>(last));
  runs[static_cast<std::size_t>(std::max(a, b))].parent = std::min(a, b);
}

}  // namespace repose::conserving
