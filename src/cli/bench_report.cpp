// Prints the results of a benchmark as a table and as JSON.
#include <fmt/format.h>

#include <thread>

#include "cli/bench.hpp"
#include "platform/machine.hpp"

namespace repose::cli {

namespace {

constexpr std::string_view optimisation() {
#ifdef __OPTIMIZE__
  return "optimised";
#else
  return "not optimised";
#endif
}

nlohmann::ordered_json row_to_json(const BenchRow& row) {
  nlohmann::ordered_json json = {{"scene", row.scene},
                                 {"automaton", row.automaton},
                                 {"backend", row.backend},
                                 {"threads", row.threads},
                                 {"skip_settled", row.skip_settled},
                                 {"width", row.width},
                                 {"height", row.height},
                                 {"steps", row.steps},
                                 {"cells_per_s", row.cells_per_s},
                                 {"spread", row.spread},
                                 {"ratio_to_copy", row.ratio_to_copy},
                                 {"hash", row.hash}};
  if (row.steps_per_call != 0) json["steps_per_call"] = row.steps_per_call;
  if (row.ratio_to_gpu_copy) json["ratio_to_gpu_copy"] = *row.ratio_to_gpu_copy;
  if (row.ratio_to_yardstick) json["ratio_to_yardstick"] = *row.ratio_to_yardstick;
  if (row.ns_per_active_cell) json["ns_per_active_cell"] = *row.ns_per_active_cell;
  return json;
}

std::string row_to_line(const BenchRow& row) {
  const std::string active = row.ns_per_active_cell ? fmt::format("{:.3f}", *row.ns_per_active_cell) : "-";
  const std::string backend = row.backend + (row.skip_settled ? "" : ", no skip");
  return fmt::format("{:<21} {:<11} {:<12} {:>7} {:>11} {:>12.4g} {:>6.0f}% {:>9} {:>9.3g}\n", row.scene, row.automaton,
                     backend, row.threads, fmt::format("{}x{}", row.width, row.height), row.cells_per_s / 1e6,
                     row.spread * 100, active, row.ratio_to_copy);
}

}  // namespace

nlohmann::ordered_json describe_machine() {
  return {{"cpu", cpu_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__},
          {"build", optimisation()}};
}

std::string to_table(const BenchReport& report) {
  std::string text = fmt::format("{:<21} {:<11} {:<12} {:>7} {:>11} {:>12} {:>7} {:>9} {:>9}\n", "scene", "automaton",
                                 "backend", "threads", "size", "Mcells/s", "spread", "ns/active", "to copy");
  for (const BenchRow& row : report.rows) {
    text += row_to_line(row);
    if (row.steps_per_call != 0) text += fmt::format("  {} steps a call\n", row.steps_per_call);
    if (row.ratio_to_gpu_copy) text += fmt::format("  {:.3g} of a copy on the GPU\n", *row.ratio_to_gpu_copy);
    if (row.ratio_to_yardstick)
      text += fmt::format("  {:.2f} times the yardstick below: one cell a texel\n", *row.ratio_to_yardstick);
  }
  if (!report.rows.empty()) {
    text += fmt::format("copy, one thread: {:.1f} GB/s; \"to copy\" is cells per second over bytes per second.\n",
                        report.copy_bytes_per_s / 1e9);
  }
  if (report.gpu_copy_bytes_per_s > 0) {
    text += fmt::format("copy on the GPU, a pass of OpenGL: {:.1f} GB/s.\n", report.gpu_copy_bytes_per_s / 1e9);
  }
  if (report.churn_changed_share) {
    text += fmt::format("churn: {:.0f} % of the cells change in 256 steps.\n", *report.churn_changed_share * 100);
  }
  for (const BenchFailure& failure : report.failures) {
    text += fmt::format("not measured: {}, {} on {}: {}\n", failure.scene, failure.automaton, failure.backend,
                        failure.reason);
  }
  return text;
}

nlohmann::ordered_json to_json(const BenchReport& report) {
  nlohmann::ordered_json json = {{"machine", report.machine}, {"rows", nlohmann::ordered_json::array()}};
  for (const BenchRow& row : report.rows) json["rows"].push_back(row_to_json(row));
  if (report.copy_bytes_per_s > 0) json["copy_bytes_per_s"] = report.copy_bytes_per_s;
  if (report.gpu_copy_bytes_per_s > 0) json["gpu_copy_bytes_per_s"] = report.gpu_copy_bytes_per_s;
  if (report.churn_changed_share) json["churn_changed_share"] = *report.churn_changed_share;
  for (const BenchFailure& failure : report.failures) {
    json["failures"].push_back({{"scene", failure.scene},
                                {"automaton", failure.automaton},
                                {"backend", failure.backend},
                                {"reason", failure.reason}});
  }
  return json;
}

}  // namespace repose::cli
