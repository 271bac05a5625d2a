// Reads catalogs of translations, keeps the chosen one, looks up texts.
#include "core/language.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/files.hpp"
#include "platform/program.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace {

constexpr const char* kFolder = "assets/languages";
constexpr const char* kSuffix = ".po";
constexpr char kEndOfContext = '\4';

// ---- reading a .po file ----

// The texts between the quotation marks of a line, with \n \t \" \\ resolved.
bool append_quoted(std::string_view line, std::string& text) {
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (open == line.npos || close == open) return false;
  line = line.substr(open + 1, close - open - 1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      text += line[i];
    } else if (++i == line.size()) {
      return false;
    } else {
      text += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i];
    }
  }
  return true;
}

std::string header_field(std::string_view header, std::string_view name) {
  const std::size_t at = header.find(name);
  if (at == header.npos) return {};
  const std::size_t from = at + name.size(), end = std::min(header.find('\n', from), header.size());
  const std::string_view value = header.substr(from, end - from), blank = " \t\r";
  const std::size_t first = std::min(value.find_first_not_of(blank), value.size());
  return std::string(value.substr(first, value.find_last_not_of(blank) + 1 - first));
}

// ---- plural rules ----

// The expressions of C that gettext allows: n, numbers, ?: || && == != < > <= >= + - * / % ! ( ).
class PluralRule {
 public:
  PluralRule(std::string_view text, std::uint64_t number) : text_(text), number_(number) {}

  std::optional<std::uint64_t> value() {
    const std::uint64_t result = choice();
    skip_blanks();
    return failed_ || at_ != text_.size() ? std::nullopt : std::optional(result);
  }

 private:
  static constexpr int kDepthMax = 64;
  static constexpr std::array<std::array<std::string_view, 4>, 6> kOperators = {
      {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view word) {
    skip_blanks();
    if (word.empty() || !text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::uint64_t choice() {
    if (++depth_ > kDepthMax) failed_ = true;
    if (failed_) return 0;
    std::uint64_t result = binary(0);
    if (take("?")) {
      const std::uint64_t yes = choice();
      if (!take(":")) failed_ = true;
      const std::uint64_t no = choice();
      result = result != 0 ? yes : no;
    }
    --depth_;
    return result;
  }

  std::uint64_t binary(std::size_t level) {
    if (level == kOperators.size()) return single();
    std::uint64_t left = binary(level + 1);
    for (bool more = true; more && !failed_;) {
      more = false;
      for (const std::string_view op : kOperators[level]) {
        if (!take(op)) continue;
        left = combined(left, op, binary(level + 1));
        more = true;
        break;
      }
    }
    return left;
  }

  std::uint64_t combined(std::uint64_t a, std::string_view op, std::uint64_t b) {
    if (op == "||") return (a != 0 || b != 0) ? 1 : 0;
    if (op == "&&") return (a != 0 && b != 0) ? 1 : 0;
    if (op == "==") return a == b ? 1 : 0;
    if (op == "!=") return a != b ? 1 : 0;
    if (op == "<=") return a <= b ? 1 : 0;
    if (op == ">=") return a >= b ? 1 : 0;
    if (op == "<") return a < b ? 1 : 0;
    if (op == ">") return a > b ? 1 : 0;
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (b == 0) failed_ = true;
    return b == 0 ? 0 : op == "/" ? a / b : a % b;
  }

  std::uint64_t single() {
    if (++depth_ > kDepthMax) failed_ = true;
    if (failed_) return 0;
    std::uint64_t result = 0;
    if (take("!")) {
      result = single() == 0 ? 1 : 0;
    } else if (take("(")) {
      result = choice();
      if (!take(")")) failed_ = true;
    } else if (take("n")) {
      result = number_;
    } else {
      const char* const begin = text_.data() + at_;
      const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), result);
      if (error != std::errc()) failed_ = true;
      at_ += static_cast<std::size_t>(end - begin);
    }
    --depth_;
    return result;
  }

  std::string_view text_;
  std::uint64_t number_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

Status read_catalog(std::string_view text, Catalog& catalog) {
  catalog = {};
  CatalogEntry entry;
  std::string* field = nullptr;  // the one that a line without keyword goes on with
  bool fuzzy = false;
  const auto finish = [&] {
    const bool header = entry.id.empty() && !entry.forms.empty();
    if (header) {
      catalog.name = header_field(entry.forms[0], "X-Language-Name:");
      const std::string plural = header_field(entry.forms[0], "Plural-Forms:");
      const std::size_t at = plural.find("plural=");
      if (at != plural.npos) catalog.plural_rule = plural.substr(at + 7, plural.find(';', at) - at - 7);
    }
    const auto empty = [](const std::string& form) { return form.empty(); };
    if (!header && !fuzzy && !entry.id.empty() && std::ranges::none_of(entry.forms, empty))
      catalog.entries.push_back(std::move(entry));
    entry = {};
    field = nullptr;
    fuzzy = false;
  };
  int number = 0;
  bool in_forms = false;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto begins = [&](std::string_view word) { return line.starts_with(word); };
    const bool starts_entry = line.empty() || line[0] == '#' || begins("msgctxt") || (begins("msgid ") && in_forms);
    if (starts_entry && in_forms) {
      finish();
      in_forms = false;
    }
    if (begins("#,") && line.find("fuzzy") != line.npos) fuzzy = true;
    if (line.empty() || line[0] == '#') continue;
    if (begins("msgctxt ")) {
      field = &entry.context;
    } else if (begins("msgid_plural ")) {
      field = &entry.plural;
    } else if (begins("msgid ")) {
      field = &entry.id;
    } else if (begins("msgstr")) {
      field = &entry.forms.emplace_back();
      in_forms = true;
    }
    if (field == nullptr || !append_quoted(line, *field))
      return Status::failure(fmt::format("line {} is not of a catalog of texts", number));
  }
  finish();
  return {};
}

std::optional<std::size_t> plural_form(std::string_view rule, std::uint64_t number) {
  return PluralRule(rule, number).value();
}

// ---- the chosen language ----

namespace {

struct Loaded {
  std::string code = "en", plural_rule = "n != 1";
  std::unordered_map<std::string, std::vector<std::string>> texts{};  // by context, kEndOfContext, id; or id alone
  bool pseudo = false;
  bool operator==(const Loaded&) const = default;
};

struct Chosen {
  std::atomic<Loaded*> now;
  std::atomic<std::uint64_t> changes{0};
  std::mutex mutex;
  std::vector<std::unique_ptr<Loaded>> all;  // never freed: the texts in them stay valid; each once
  std::unordered_map<std::string, std::unique_ptr<std::string>> pseudo_texts;

  Chosen() {
    all.push_back(std::make_unique<Loaded>());
    now = all.front().get();
  }
};

Chosen& chosen() {
  static Chosen* const one = new Chosen;  // not destroyed: other static objects may ask for texts when the program ends
  return *one;
}

const char* pseudo_text(std::string_view english) {
  Chosen& c = chosen();
  const std::scoped_lock lock(c.mutex);
  auto& kept = c.pseudo_texts[std::string(english)];
  if (kept) return kept->c_str();
  constexpr std::string_view kPlain = "aeiouAEIOU", kAccented = "áéíóúÁÉÍÓÚ";  // two bytes each
  std::string text = "[";
  bool in_place = false;  // the places for values stay as they are
  for (const char letter : english) {
    if (letter == '{') in_place = true;
    const std::size_t vowel = in_place ? kPlain.npos : kPlain.find(letter);
    text += vowel == kPlain.npos ? std::string_view(&letter, 1) : kAccented.substr(2 * vowel, 2);
    if (letter == '}') in_place = false;
  }
  kept = std::make_unique<std::string>(text + "]");
  return kept->c_str();
}

const std::vector<std::string>* find_text(const Loaded& loaded, const std::string& key) {
  const auto found = loaded.texts.find(key);
  return found == loaded.texts.end() ? nullptr : &found->second;
}

}  // namespace

const char* tr(const char* english) {
  if (english == nullptr) return "";
  const Loaded& loaded = *chosen().now.load();
  if (*english == '\0') return english;
  if (loaded.pseudo) return pseudo_text(english);
  const auto* forms = loaded.texts.empty() ? nullptr : find_text(loaded, english);
  return forms ? forms->front().c_str() : english;
}

std::string with_capital(std::string text) {
  const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  if (byte(0) < 0x80) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(byte(0)));
    return text;
  }
  if ((byte(0) & 0xe0) != 0xc0 || (byte(1) & 0xc0) != 0x80) return text;  // no letter of two bytes
  unsigned letter = (byte(0) & 0x1fu) << 6 | (byte(1) & 0x3fu);
  const bool odd = letter % 2 != 0;
  if ((letter >= 0xe0 && letter <= 0xfe && letter != 0xf7) || (letter >= 0x430 && letter <= 0x44f)) {
    letter -= 0x20;
  } else if (letter >= 0x450 && letter <= 0x45f) {
    letter -= 0x50;
  } else if ((letter >= 0x139 && letter <= 0x148) || (letter >= 0x179 && letter <= 0x17e)) {
    letter -= odd ? 0 : 1;  // pairs that begin with an odd number
  } else if ((letter >= 0x100 && letter <= 0x177 && letter != 0x131 && letter != 0x138) ||
             (letter >= 0x490 && letter <= 0x4bf)) {
    letter -= odd ? 1 : 0;
  }
  text[0] = static_cast<char>(0xc0 | letter >> 6);
  text[1] = static_cast<char>(0x80 | (letter & 0x3f));
  return text;
}

std::string tr_in(std::string_view context, std::string_view english) {
  const Loaded& loaded = *chosen().now.load();
  if (loaded.pseudo && !english.empty()) return pseudo_text(english);
  const auto* forms =
      loaded.texts.empty() ? nullptr : find_text(loaded, fmt::format("{}{}{}", context, kEndOfContext, english));
  if (forms) return forms->front();
  // "cloner (sand)": an element that exists for each of the others is translated part by part.
  const std::size_t open = english.ends_with(')') ? english.find(" (") : std::string_view::npos;
  if (loaded.texts.empty() || open == std::string_view::npos) return std::string(english);
  const std::string_view other = english.substr(open + 2, english.size() - open - 3);
  return fmt::format("{} ({})", tr_in(context, english.substr(0, open)), tr_in(context, other));
}

const char* tr_n(const char* one, const char* many, std::uint64_t number) {
  const Loaded& loaded = *chosen().now.load();
  if (loaded.pseudo) return pseudo_text(number == 1 ? one : many);
  const auto* forms = loaded.texts.empty() ? nullptr : find_text(loaded, one);
  const auto form = forms ? plural_form(loaded.plural_rule, number) : std::nullopt;
  return form && *form < forms->size() ? (*forms)[*form].c_str() : number == 1 ? one : many;
}

std::string language::format_or(const char* translation, std::string_view english, fmt::format_args values) {
  try {
    return fmt::vformat(translation, values);
  } catch (const fmt::format_error&) {
    return fmt::vformat(fmt::string_view(english.data(), english.size()), values);
  }
}

const std::vector<Language>& languages() {
  static const std::vector<Language> all = [] {
    std::vector<Language> found = {{"en", "English"}};
    const auto folder = find_data(kFolder);
    std::error_code error;
    if (folder) {
      for (const auto& file : std::filesystem::directory_iterator(*folder, error)) {
        if (file.path().extension() != kSuffix) continue;
        Catalog head;
        std::string problem;
        constexpr std::uint64_t kHeadMax = 4096;
        const auto text = read_file_start(file.path(), kHeadMax, problem);
        if (!text) continue;
        (void)read_catalog(text->substr(0, text->find("\n\n")), head);
        if (!head.name.empty()) found.push_back({file.path().stem().string(), head.name});
      }
    }
    std::ranges::sort(found, {}, &Language::code);
    return found;
  }();
  return all;
}

namespace {

// What stands in the braces of a text, without the numbers of the values, in order of the alphabet.
std::vector<std::string> places_of(std::string_view text) {
  std::vector<std::string> places;
  for (std::size_t at = text.find('{'); at < text.size(); at = text.find('{', at)) {
    if (text.substr(at, 2) == "{{") {
      at += 2;
      continue;
    }
    const std::size_t end = std::min(text.find('}', at), text.size());
    std::string_view inside = text.substr(at + 1, end - at - 1);
    inside.remove_prefix(std::min(inside.find_first_not_of("0123456789"), inside.size()));
    places.emplace_back(inside);
    at = end;
  }
  std::ranges::sort(places);
  return places;
}

}  // namespace

Status set_language(std::string_view code) {
  if (code == current_language()) return {};
  auto loaded = std::make_unique<Loaded>(Loaded{.code = std::string(code), .pseudo = code == "pseudo"});
  if (code != "en" && !loaded->pseudo) {
    const auto file = find_data(fmt::format("{}/{}{}", kFolder, code, kSuffix));
    if (!file) return Status::failure(fmt::format("There are no texts in the language '{}'.", code));
    std::string problem;
    const auto text = read_whole_file(*file, 8u << 20, problem);
    if (!text) return Status::failure(fmt::format("{}: {}", file->filename().string(), problem));
    Catalog catalog;
    if (const Status read = read_catalog(*text, catalog); !read)
      return Status::failure(fmt::format("{}: {}", file->filename().string(), read.message()));
    if (!catalog.plural_rule.empty()) loaded->plural_rule = catalog.plural_rule;
    for (CatalogEntry& entry : catalog.entries) {
      const auto fits = [&entry](const std::string& form) {
        return places_of(form) == places_of(entry.id) ||
               (!entry.plural.empty() && places_of(form) == places_of(entry.plural));
      };
      if (!std::ranges::all_of(entry.forms, fits)) continue;  // "{0:>999999999}" would take all memory
      std::string key = entry.context.empty() ? entry.id : entry.context + kEndOfContext + entry.id;
      loaded->texts.emplace(std::move(key), std::move(entry.forms));
    }
  }
  Chosen& c = chosen();
  const std::scoped_lock lock(c.mutex);
  auto known = std::ranges::find_if(c.all, [&](const auto& one) { return *one == *loaded; });
  if (known == c.all.end()) known = c.all.insert(known, std::move(loaded));
  c.now = known->get();
  ++c.changes;
  return {};
}

std::string current_language() { return chosen().now.load()->code; }
std::string language_of_environment() { return environment_path("REPOSE_LANGUAGE").string(); }
std::uint64_t language_changes() { return chosen().changes; }

std::string texts_of_language() {
  std::string all;
  for (const Language& language : languages()) all += language.name;
  for (const auto& [id, forms] : chosen().now.load()->texts) {
    for (const std::string& form : forms) all += form;
  }
  return all;
}

std::string known_language(const std::vector<std::string>& wishes) {
  for (const std::string& wish : wishes) {
    const std::string_view code = std::string_view(wish).substr(0, wish.find_first_of("_-."));
    const auto found = std::ranges::find(languages(), code, &Language::code);
    if (found != languages().end()) return found->code;
  }
  return "en";
}

}  // namespace repose
