#include "automata/random_config.hpp"

#include <fmt/format.h>

#include <utility>

namespace repose::test {

std::string random_config(Dialect dialect, std::uint64_t seed, ConservingWords words) {
  return dialect == Dialect::sandjs ? random_sandjs_config(seed, words) : random_wxsand_config(seed);
}

std::string ConfigText::joined(const std::vector<std::string>& words) {
  std::string line = dialect_ == Dialect::sandjs && dice_.one_in(20) ? "\t " : "";
  for (const std::string& word : words) {
    if (&word != &words.front()) line += dice_.one_in(10) ? " \t " : " ";
    line += word;
  }
  return line;
}

void ConfigText::shuffle() {
  for (std::size_t i = blocks_.size(); i-- > 2;) {
    std::swap(blocks_[i], blocks_[1 + static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  }
}

std::string ConfigText::text() const {
  constexpr const char* kLineEnds[] = {"\n", "\n", "\n", "\r\n", "\r"};
  const std::string line_end = dice_.pick(kLineEnds);
  std::string text = dice_.one_in(10) ? "\xEF\xBB\xBF" : "";
  if (dialect_ == Dialect::wxsand) text += "# wxSand, File subversion 2" + line_end;
  for (const std::vector<std::string>& block : blocks_) {
    for (const std::string& line : block) text += line + line_end;
    if (dice_.one_in(20)) text += line_end;
    if (dice_.one_in(20)) text += "# cell rule element" + line_end;
  }
  return text;
}

std::string written(double value, Dice& dice) {
  switch (dice.below(8)) {
    case 0: return fmt::format("{:.4e}", value);
    case 1: return fmt::format("{}{:.3f}", value < 0 ? "" : "+", value);
    case 2: return value > 0.1 && value < 1 ? fmt::format("{:.3f}", value).substr(1) : fmt::format("{:g}", value);
    default: return fmt::format("{:g}", value);
  }
}

int random_element_count(Dice& dice, int most) {
  const int kind = dice.below(100);
  if (kind < 10) return 2;
  if (kind < 35) return dice.between(3, 6);
  if (kind < 80) return dice.between(7, 20);
  if (kind < 93) return dice.between(21, 80);
  return kind < 98 ? dice.between(81, most) : most;
}

std::string element_name(int index, Dice& dice) {
  constexpr const char* kBeginnings[] = {"e", "E", "sand", "\xC3\xA9l\xC3\xA9ment-", "9", "-", "cell", "&amp;"};
  return fmt::format("{}{}", dice.one_in(3) ? dice.pick(kBeginnings) : "e", index);
}

}  // namespace repose::test
