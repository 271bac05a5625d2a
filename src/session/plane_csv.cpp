#include "session/plane_csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

#include "core/files.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

// The CSV form of a plane.
struct CsvForm {
  std::size_t numbers_per_cell;
  int minimum, maximum;
  std::int32_t units = 0;  // units per 1 in a plane of amounts; 0: whole numbers of one byte
};
CsvForm form_of(Plane plane) {
  switch (plane) {
    case Plane::velocity: return {2, -128, 127};
    case Plane::mass: return {1, 0, kMassHeldMax / kFullCell, kFullCell};
    case Plane::height: return {1, -(kHeightMax / kHeightOne), kHeightMax / kHeightOne, kHeightOne};
    case Plane::packed: return {1, 0, kHeightMax / kHeightOne, kHeightOne};
    default: return {1, 0, 255};
  }
}

// Reads one number at the start of a text; false if there is none of this form.
bool read_csv_number(const char*& at, const char* end, const CsvForm& form, std::vector<std::uint8_t>& bytes) {
  double value = 0;
  const auto [next, error] = std::from_chars(at, end, value);
  if (error != std::errc{} || !(value >= form.minimum && value <= form.maximum)) return false;
  at = next;
  if (form.units == 0) {
    bytes.push_back(static_cast<std::uint8_t>(static_cast<int>(value)));
    return value == std::floor(value);
  }
  const auto units = static_cast<std::int32_t>(std::lround(value * form.units));
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&units);
  bytes.insert(bytes.end(), first, first + sizeof units);
  return true;
}

// Appends the values of one line; false if a word is not a number of this form.
bool read_csv_row(std::string_view line, const CsvForm& form, std::vector<std::uint8_t>& bytes) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (;;) {
    while (at != end && *at == ' ') ++at;
    if (!read_csv_number(at, end, form, bytes)) return false;
    while (at != end && *at == ' ') ++at;
    if (at == end) return true;
    if (*at++ != ',') return false;
  }
}

// The lines of a text, one after the other.
class Lines {
 public:
  explicit Lines(const std::function<std::size_t(std::span<std::byte>)>& next) : next_(next) {}

  enum class Found { line, end, too_long };
  // `line` is without its end, and valid until the next call.
  Found take(std::string_view& line) {
    line_.clear();
    while (refill()) {
      const std::string_view rest(buffer_.data() + at_, size_ - at_);
      const std::size_t end = rest.find('\n');
      line_.append(rest.substr(0, end));
      at_ += end == rest.npos ? rest.size() : end + 1;
      if (line_.size() > kLineBytesMax) return Found::too_long;
      if (end == rest.npos) continue;
      if (line_.ends_with('\r')) line_.pop_back();
      line = line_;
      return Found::line;
    }
    line = line_;
    return line_.empty() ? Found::end : Found::line;
  }
  // Whether no byte is left.
  bool ended() { return !refill(); }

 private:
  // Two numbers for each cell of the widest row, in their longest form.
  static constexpr std::size_t kLineBytesMax = std::size_t{64} * kWorldSideMax;

  bool refill() {
    if (at_ < size_) return true;
    at_ = 0;
    size_ = next_(std::as_writable_bytes(std::span(buffer_)));
    return size_ > 0;
  }

  const std::function<std::size_t(std::span<std::byte>)>& next_;
  std::array<char, 1u << 16> buffer_{};
  std::size_t at_ = 0, size_ = 0;  // of the buffer
  std::string line_;
};

// Reads all rows; `row_length` becomes the numbers in each.
Status read_rows(Lines& lines, std::string_view name, const CsvForm& form, CsvPlane& read, std::size_t& row_length) {
  std::string_view line;
  for (;;) {
    const Lines::Found found = lines.take(line);
    if (found == Lines::Found::end || (line.empty() && lines.ended())) return {};
    ++read.height;
    if (read.height == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    if (found == Lines::Found::too_long || read.height > kWorldSideMax)
      return Status::failure(trf("{} holds no plane of 1 to {} rows and columns", name, kWorldSideMax));
    const std::size_t before = read.bytes.size();
    if (!read_csv_row(line, form, read.bytes)) {
      return Status::failure(form.units == 0 ? trf("{}: row {} is not a list of whole numbers from {} to {}", name,
                                                   read.height, form.minimum, form.maximum)
                                             : trf("{}: row {} is not a list of numbers from {} to {}", name,
                                                   read.height, form.minimum, form.maximum));
    }
    const std::size_t row = (read.bytes.size() - before) / (form.units == 0 ? 1 : sizeof form.units);
    if (read.height > 1 && row != row_length)
      return Status::failure(trf("{}: row {} has {} values, not {}", name, read.height, row, row_length));
    row_length = row;
  }
}

}  // namespace

bool has_csv_form(Plane plane) {
  return plane == Plane::velocity || plane_info(plane).bytes_per_cell == 1 || form_of(plane).units != 0;
}

Status read_csv(const std::function<std::size_t(std::span<std::byte>)>& next, std::string_view name, Plane plane,
                CsvPlane& read) {
  const CsvForm form = form_of(plane);
  Lines lines(next);
  std::size_t row_length = 0;
  read = {};
  if (Status status = read_rows(lines, name, form, read, row_length); !status) return status;
  const std::size_t width = row_length / form.numbers_per_cell;
  if (read.height == 0 || width > static_cast<std::size_t>(kWorldSideMax))
    return Status::failure(trf("{} holds no plane of 1 to {} rows and columns", name, kWorldSideMax));
  if (row_length % form.numbers_per_cell != 0) {
    return Status::failure(trf("{} has {} numbers a row, but {} takes {} a cell", name, row_length,
                               plane_info(plane).name, form.numbers_per_cell));
  }
  read.width = static_cast<int>(width);
  return {};
}

std::string to_csv(std::span<const std::uint8_t> bytes, int width, Plane plane) {
  const CsvForm form = form_of(plane);
  const std::size_t number_bytes = form.units != 0 ? sizeof form.units : 1;
  const std::size_t row_length = static_cast<std::size_t>(width) * form.numbers_per_cell;
  std::string text;
  text.reserve(bytes.size() * 3);
  for (std::size_t i = 0; i * number_bytes < bytes.size(); ++i) {
    if (form.units != 0) {  // the shortest decimals that read back as the same amount
      std::int32_t units = 0;
      std::memcpy(&units, &bytes[i * number_bytes], number_bytes);
      fmt::format_to(std::back_inserter(text), "{}", static_cast<double>(units) / form.units);
    } else {
      const int value = form.minimum < 0 ? static_cast<std::int8_t>(bytes[i]) : static_cast<int>(bytes[i]);
      fmt::format_to(std::back_inserter(text), "{}", value);
    }
    text += (i + 1) % row_length == 0 ? '\n' : ',';
  }
  return text;
}

}  // namespace repose
