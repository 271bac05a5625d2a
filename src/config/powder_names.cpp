#include "config/powder_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace repose::config {

namespace {

constexpr std::array<std::string_view, 34> kPowders = {
    "ash",      "ashes",  "cement", "cinder", "clay", "coal",      "crumb",   "dirt",   "dust",
    "earth",    "flour",  "grain",  "gravel", "grit", "gunpowder", "loam",    "pebble", "pepper",
    "pollen",   "powder", "rice",   "rubble", "salt", "sand",      "sawdust", "scrap",  "seed",
    "shavings", "silt",   "snow",   "soil",   "soot", "stardust",  "sugar"};
constexpr std::array<std::string_view, 16> kLiquids = {"acid",  "beer",   "blood", "brine", "honey", "juice",
                                                       "lava",  "liquid", "magma", "milk",  "oil",   "sea",
                                                       "slime", "soup",   "water", "wine"};

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool ends_word(char c) { return c == '_' || c == '-' || (c >= '0' && c <= '9'); }

// Calls visit(word) with each word of the name, in small letters.
template <class Visit>
void each_word(std::string_view name, Visit visit) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) visit(word);
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (ends_word(c) || (is_capital(c) && i > 0 && is_small(name[i - 1]))) end_word();
    if (!ends_word(c)) word += is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  end_word();
}

// In the singular or with an s.
template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& words, std::string_view word) {
  const auto has = [&](std::string_view w) { return std::ranges::find(words, w) != words.end(); };
  return has(word) || (word.ends_with('s') && has(word.substr(0, word.size() - 1)));
}

}  // namespace

bool names_powder(std::string_view name) {
  bool powder = false, liquid = false;
  each_word(name, [&](const std::string& word) {
    powder = powder || is_one_of(kPowders, word);
    liquid = liquid || is_one_of(kLiquids, word);
  });
  return powder && !liquid;
}

}  // namespace repose::config
