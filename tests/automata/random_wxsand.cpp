// Random configs of the wxSand dialect.
#include <fmt/format.h>

#include <algorithm>

#include "automata/random_config.hpp"

namespace repose::test {

namespace {

using Words = std::vector<std::string>;

constexpr int kWxsandElementsMax = 255;

class WxsandWriter {
 public:
  explicit WxsandWriter(std::uint64_t seed) : dice_(seed), text_(Dialect::wxsand, dice_) {}

  std::string write() {
    const int count = random_element_count(dice_, kWxsandElementsMax);
    for (int i = 0; i < count; ++i) names_.push_back(element_name(i, dice_));
    for (int i = 0; i < count; ++i) write_element(i);
    if (!dice_.one_in(4)) {
      for (int i = count / 6 + dice_.below(2); i > 0; --i) write_self();
      for (int i = dice_.below(2 * count); i > 0; --i) write_neighbor();
      if (dice_.one_in(2)) write_discs();
      if (dice_.one_in(3)) text_.line({"sources", any(), any(), any()});
    }
    for (int i = dice_.below(3); i > 0; --i) text_.line({"hotcolor", any(), color(), color(), color()});
    for (int i = dice_.below(3); i > 0; --i) text_.line({"group", fmt::format("G{}", i), any(), any()});
    if (dice_.one_in(6)) text_.shuffle();
    return text_.text();
  }

 private:
  std::string color() { return std::to_string(dice_.below(256)); }
  std::string number(double value) { return written(value, dice_); }
  std::string probability() {
    constexpr double kProbabilities[] = {1, 0.5, 0.1, 0.01, 0, 1.5};
    return number(dice_.one_in(2) ? dice_.pick(kProbabilities) : dice_.fraction());
  }
  const std::string& any() { return names_[static_cast<std::size_t>(dice_.below(int(names_.size())))]; }
  // An element that can act; rarely all of them.
  std::string actor() {
    if (dice_.one_in(15)) return dice_.one_in(2) ? "all" : "All";
    return names_[static_cast<std::size_t>(dice_.between(1, int(names_.size()) - 1))];
  }

  void write_element(int index) {
    constexpr double kGravities[] = {0, 1, 0.9, 0.7, 0.3, 1.5, -1, -0.4};
    constexpr double kSlips[] = {0, 0.5, 0.9, 1, 2};
    constexpr double kDensities[] = {0, 0.2, 0.5, 0.9, 1, 3, -1};
    constexpr double kConductivities[] = {0, 0, 0, 0.4, 1, 1.1};
    const std::string& name = names_[static_cast<std::size_t>(index)];
    if (index > 0 && dice_.one_in(40)) return write_item(name);
    const auto one_of = [&](const auto& values) { return dice_.one_in(3) ? dice_.fraction() : dice_.pick(values); };
    const double density = index == 0 && !dice_.one_in(4) ? 0 : one_of(kDensities);
    const double gravity = index == 1 && dice_.chance(80) ? 0.9 : one_of(kGravities);  // so that something falls
    const std::string element =
        text_.joined({"element", name, color(), color(), color(), number(gravity), number(one_of(kSlips)),
                      number(density), number(one_of(kConductivities)), dice_.one_in(5) ? "0" : "1"});
    if (dice_.one_in(3)) return text_.block({"# Falls &amp; rests.", element});
    text_.block({element});
  }

  void write_item(const std::string& name) {
    std::vector<std::string> lines = {text_.joined({"item", name, "1"}), text_.joined({any(), "a", any(), "b"})};
    const int width = dice_.between(1, 7);
    for (int y = dice_.between(1, 5); y > 0; --y) {
      std::string row;
      for (int x = 0; x < width; ++x) row += dice_.pick({' ', ' ', 'a', 'b'});
      lines.push_back(fmt::format("\"{}\"{}", row, dice_.one_in(2) ? "," : ""));
    }
    text_.block(lines);
  }

  // Appends outcomes of `names_each` elements, whose weights add up to 1.
  void append_outcomes(Words& words, int names_each) {
    for (int left = kProductSlots, outcomes = 0; left > 0; ++outcomes) {
      const int slots = outcomes == 2 ? left : dice_.between(1, left);
      words.push_back(fmt::format("{:.2f}", slots / 100.0));
      for (int i = 0; i < names_each; ++i) words.push_back(any());
      left -= slots;
    }
  }

  std::string threshold() { return std::to_string(dice_.between(-20, 110)); }

  void write_self() {
    const std::string element = actor();
    Words words = {"self", probability(), element};
    append_outcomes(words, 1);
    text_.line(words);
    if (dice_.one_in(3)) text_.line({"hotself", threshold(), element});
  }

  void write_neighbor() {
    const std::string a = actor(), b = dice_.one_in(4) ? names_[0] : actor();
    Words words = {"neighbor", probability(), a, b};
    append_outcomes(words, 2);
    text_.line(words);
    if (dice_.one_in(3)) text_.line({"hotneighbor", threshold(), a, b});
    if (dice_.one_in(3)) text_.line({"explosion", a, b, color(), color()});
  }

  // Mostly small ones: a cell that meets its partner in every frame fills the whole disc each time.
  void write_discs() {
    for (int i = dice_.between(1, 3); i > 0; --i) {
      const int diameter = dice_.one_in(10) ? -1 : dice_.one_in(10) ? dice_.below(60) : dice_.below(9);
      text_.line({"pexplosion", actor(), any(), std::to_string(diameter), any()});
    }
  }

  Dice dice_;
  ConfigText text_;
  Words names_;
};

}  // namespace

std::string random_wxsand_config(std::uint64_t seed) { return WxsandWriter(seed).write(); }

}  // namespace repose::test
