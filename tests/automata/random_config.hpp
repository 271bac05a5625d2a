// Random configs of both dialects. They use every word, and the reader finds no error in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "automata/dice.hpp"
#include "repose/ruleset.hpp"

namespace repose::test {

// Whether a config of the sand.js dialect has the newer words that only *conserving* uses, and groups and parameters.
enum class ConservingWords : std::uint8_t { no, yes };

// A config of 2 to 256 elements (wxSand: 255). The same text for the same seed.
std::string random_config(Dialect dialect, std::uint64_t seed, ConservingWords words = ConservingWords::no);

// Collects the lines of a config and writes them with random blanks, comments and line ends.
class ConfigText {
 public:
  explicit ConfigText(Dialect dialect, Dice& dice) : dialect_(dialect), dice_(dice) {}

  // One line of these words.
  void line(const std::vector<std::string>& words) { blocks_.push_back({joined(words)}); }
  // Lines that stay together.
  void block(std::vector<std::string> lines) { blocks_.push_back(std::move(lines)); }
  std::string joined(const std::vector<std::string>& words);
  // All blocks but the first in random order.
  void shuffle();
  std::string text() const;

 private:
  Dialect dialect_;
  Dice& dice_;
  std::vector<std::vector<std::string>> blocks_;
};

// A number as a person might write it: "0.25", ".25", "2.5e-1", "+0.25".
std::string written(double value, Dice& dice);
// How many elements a config has: mostly few.
int random_element_count(Dice& dice, int most);
// The name of element number `index`: each name once.
std::string element_name(int index, Dice& dice);

// The parts of random_config().
std::string random_sandjs_config(std::uint64_t seed, ConservingWords words);
std::string random_wxsand_config(std::uint64_t seed);

}  // namespace repose::test
