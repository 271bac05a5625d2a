#include "cli/ledger.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace repose::cli {

namespace {

struct NamedRow {
  std::string name;  // of an element, or of the plane whose amounts are counted
  LedgerRow row;
};

bool is_blank(const LedgerRow& row) {
  return row.before == 0 && row.now == 0 && row.made == 0 && row.destroyed == 0 && row.painted == 0 && row.left == 0 &&
         row.moved == 0;
}

std::vector<NamedRow> rows_of(const Session& session) {
  std::vector<NamedRow> rows;
  session.download();  // the ledger of a gpu solver may lag until then
  const auto ledger = session.ledger();
  if (!ledger) return rows;
  for (std::size_t i = 0; i < ledger->rows.size(); ++i) {
    if (is_blank(ledger->rows[i])) continue;
    const bool is_cells = ledger->quantity == Plane::cells;
    rows.push_back({is_cells ? session.ruleset().elements[i].name : std::string(plane_info(ledger->quantity).name),
                    ledger->rows[i]});
  }
  return rows;
}

}  // namespace

Json ledger_json(const Session& session) {
  Json json = Json::array();
  for (const auto& [name, row] : rows_of(session)) {
    json.push_back({{"element", name},
                    {"before", row.before},
                    {"made", row.made},
                    {"destroyed", row.destroyed},
                    {"painted", row.painted},
                    {"left", row.left},
                    {"moved", row.moved},
                    {"lost", row.lost()},
                    {"now", row.now}});
  }
  return json;
}

// Cells as a whole number; amounts in full cells, heights in cells' sides, not in units of the plane.
void print_ledger(const Session& session) {
  const auto ledger = session.ledger();
  const double unit = ledger ? plane_info(ledger->quantity).unit : 1;
  fmt::print("{:<20}", "LEDGER");
  for (const char* title : {"BEFORE", "MADE", "DESTROYED", "PAINTED", "LEFT", "MOVED", "LOST", "NOW"})
    fmt::print("{:>15}", title);
  fmt::print("\n");
  for (const auto& [name, row] : rows_of(session)) {
    fmt::print("{:<20}", name);
    for (const std::int64_t amount :
         {row.before, row.made, row.destroyed, row.painted, row.left, row.moved, row.lost(), row.now}) {
      fmt::print("{:>15.{}f}", static_cast<double>(amount) / unit, unit == 1 ? 0 : 3);
    }
    fmt::print("\n");
  }
}

}  // namespace repose::cli
