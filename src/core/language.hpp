// Texts in the language of the person. Each text stands in the program in English, and that is its id, as in gettext:
// assets/languages/LANGUAGE.po has its translation. Without a translation the English text is shown.
// scripts/texts finds the texts by the names of these functions, so their arguments must be literals; a text that
// stands in a table is marked with text_id() there, and translated where it is shown.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/status.hpp"

namespace repose {

// ---- texts; every function may be called from any thread ----

// A text of a table, unchanged.
constexpr const char* text_id(const char* english) { return english; }
// A name of a table for tr_in(), unchanged.
constexpr const char* text_id_in(const char* /*context*/, const char* english) { return english; }

// The translation. It stays valid as long as the program runs. Empty for null, which an empty string_view holds.
const char* tr(const char* english);
// The translation of a name or sentence of a file that comes with the program, such as an element of default.cfg.
// `context` says what it is: "element", "scene".
std::string tr_in(std::string_view context, std::string_view english);
// The form for a number: tr_n("{} cell", "{} cells", 2).
const char* tr_n(const char* one, const char* many, std::uint64_t number);

// The text with a capital at its start, as at the start of a sentence: Latin and Cyrillic letters.
std::string with_capital(std::string text);

namespace language {
std::string format_or(const char* translation, std::string_view english, fmt::format_args values);
}

// The translation of a text with places for values. A translation whose places differ is not used.
template <class... T>
std::string trf(fmt::format_string<T...> english, T&&... values) {
  const fmt::string_view text = english;
  return language::format_or(tr(text.data()), {text.data(), text.size()}, fmt::make_format_args(values...));
}
// The same for a number, which is the first value in both forms.
template <class N, class... T>
std::string trf_n(fmt::format_string<N&, T...> one, fmt::format_string<N&, T...> many, N number, T&&... values) {
  const fmt::string_view single = one, plural = many;
  const fmt::string_view english = number == N{1} ? single : plural;
  return language::format_or(tr_n(single.data(), plural.data(), static_cast<std::uint64_t>(number)),
                             {english.data(), english.size()}, fmt::make_format_args(number, values...));
}

// ---- languages ----

struct Language {
  std::string code;  // "en", "de", "pt", "zh"
  std::string name;  // in the language itself: "Deutsch"
};

// English, and those that have a file in assets/languages, in the order of their codes.
const std::vector<Language>& languages();
// Loads the translations; "en" needs none. "pseudo" shows each text as its id between brackets, with accents, so that a
// text without id is seen. If the file is damaged, the language does not change.
Status set_language(std::string_view code);
// The value of the environment variable REPOSE_LANGUAGE, for set_language(); empty if there is none.
std::string language_of_environment();
std::string current_language();
// Counts the changes of language, so that what was made from texts can be made again.
std::uint64_t language_changes();
// All texts of the current language and the names of all languages, one after another: their characters must be in the
// fonts.
std::string texts_of_language();
// The first of these wishes ("de_AT", "fr-CA", "zh") that is one of languages(); "en" if there is none.
std::string known_language(const std::vector<std::string>& wishes);

// ---- catalogs, for tests ----

// A message of a catalog. `forms` has one text without a plural, else one for each plural form.
struct CatalogEntry {
  std::string context, id, plural;
  std::vector<std::string> forms;
};
struct Catalog {
  std::string name;                   // "X-Language-Name" of the header
  std::string plural_rule;            // the expression of "Plural-Forms": "n != 1"
  std::vector<CatalogEntry> entries;  // without fuzzy and empty translations
};
// Reads the text of a .po file, in UTF-8.
Status read_catalog(std::string_view text, Catalog& catalog);
// The value of a plural rule, such as "n != 1"; nothing if the rule is not understood.
std::optional<std::size_t> plural_form(std::string_view rule, std::uint64_t number);

}  // namespace repose
