// The reader of planes as CSV. The first byte names the plane.
#include <algorithm>
#include <span>

#include "fuzz_support.hpp"
#include "session/plane_csv.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto plane = static_cast<repose::Plane>(data[0] % repose::kPlaneCount);
  if (!repose::has_csv_form(plane)) return 0;
  std::span<const std::uint8_t> rest(data + 1, size - 1);
  const auto next = [&rest](std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), rest.size());
    std::ranges::copy(std::as_bytes(rest.first(count)), to.begin());
    rest = rest.subspan(count);
    return count;
  };
  repose::CsvPlane read;
  const repose::Status status = repose::read_csv(next, "fuzz.csv", plane, read);
  repose::fuzz::check(status);
  if (!status) return 0;
  // What was read fits its plane, and can be written and read again.
  const std::size_t cells = static_cast<std::size_t>(read.width) * static_cast<std::size_t>(read.height);
  if (read.bytes.size() != cells * repose::plane_info(plane).bytes_per_cell) std::abort();
  const std::string text = repose::to_csv(read.bytes, read.width, plane);
  rest = std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  repose::CsvPlane again;
  if (!repose::read_csv(next, "again.csv", plane, again) || again.bytes != read.bytes) std::abort();
  return 0;
}
