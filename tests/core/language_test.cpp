#include "core/language.hpp"

#include <fstream>

#include "repose/paths.hpp"
#include "scoped_variable.hpp"
#include "support.hpp"

using namespace repose;

namespace {

constexpr const char* kHeader =
    "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\"X-Language-Name: Probe\\n\"\n\n";

// A folder with catalogs, which set_language() finds; English again when the test ends.
class Catalogs {
 public:
  Catalogs() { std::filesystem::create_directories(folder_ / "assets/languages"); }
  ~Catalogs() { (void)set_language("en"); }

  void write(const std::string& code, const std::string& text) const {
    std::ofstream(folder_ / ("assets/languages/" + code + ".po")) << text;
  }

 private:
  const std::vector<Language>& of_program_ = languages();  // listed once, so before the variable changes
  test::TemporaryFolder folder_;
  test::ScopedVariable variable_{"REPOSE_DATA_DIR", folder_.path().string()};
};

std::vector<std::size_t> forms(std::string_view rule, std::initializer_list<std::uint64_t> numbers) {
  std::vector<std::size_t> all;
  for (const std::uint64_t number : numbers) all.push_back(plural_form(rule, number).value_or(99));
  return all;
}

}  // namespace

TEST_CASE("a catalog gives its name, its plural rule and its entries") {
  Catalog catalog;
  REQUIRE(read_catalog(
      std::string(kHeader) +
          "# note\n#: src/a.cpp\nmsgctxt \"element\"\nmsgid \"sand\"\nmsgstr \"Sand\"\n\n"
          "msgid \"\"\n\"two \"\n\"lines\\n\"\nmsgstr \"zwei \\\"Zeilen\\\"\\n\"\n"
          "msgid \"{} cell\"\nmsgid_plural \"{} cells\"\nmsgstr[0] \"{} Zelle\"\nmsgstr[1] \"{} Zellen\"\n",
      catalog));
  CHECK(catalog.name == "Probe");
  CHECK(catalog.plural_rule == "(n != 1)");
  REQUIRE(catalog.entries.size() == 3);
  CHECK(catalog.entries[0].context == "element");
  CHECK(catalog.entries[0].forms == std::vector<std::string>{"Sand"});
  CHECK(catalog.entries[1].id == "two lines\n");
  CHECK(catalog.entries[1].forms == std::vector<std::string>{"zwei \"Zeilen\"\n"});
  CHECK(catalog.entries[2].plural == "{} cells");
  CHECK(catalog.entries[2].forms == std::vector<std::string>{"{} Zelle", "{} Zellen"});
}

TEST_CASE("fuzzy, empty and obsolete translations are left out") {
  Catalog catalog;
  REQUIRE(read_catalog(std::string(kHeader) + "#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\nmsgstr \"\"\n\n"
                                              "#~ msgid \"old\"\n#~ msgstr \"alt\"\n\nmsgid \"d\"\nmsgstr \"e\"\n",
                       catalog));
  REQUIRE(catalog.entries.size() == 1);
  CHECK(catalog.entries[0].id == "d");
}

TEST_CASE("lines may end as on Windows") {
  Catalog catalog;
  REQUIRE(read_catalog("msgid \"a\"\r\nmsgstr \"b\"\r\n", catalog));
  REQUIRE(catalog.entries.size() == 1);
  CHECK(catalog.entries[0].forms.front() == "b");
}

TEST_CASE("a damaged catalog is refused with its line") {
  Catalog catalog;
  for (const char* const damaged :
       {"msgid \"a\"\nmsgstr b\n", "msgid \"a\"\nmsgstr \"b\nmsgid \"c\"\n", "\"text without keyword\"\n",
        "msgid \"a\"\nmsgstr \"b\\\"\n", "GIF89a\x01\x02\n", "msgid \"a\"\nmsgstrange\n"}) {
    INFO(damaged);
    const Status read = read_catalog(damaged, catalog);
    CHECK_FALSE(read);
    CHECK(read.message().find("line ") == 0);
  }
  CHECK(read_catalog("", catalog));
  CHECK(catalog.entries.empty());
}

TEST_CASE("plural rules choose the form of a number") {
  const auto de = "n != 1", fr = "n > 1", ja = "0",
             pl = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2",
             ru = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2";
  CHECK(forms(de, {0, 1, 2, 11}) == std::vector<std::size_t>{1, 0, 1, 1});
  CHECK(forms(fr, {0, 1, 2, 11}) == std::vector<std::size_t>{0, 0, 1, 1});
  CHECK(forms(ja, {0, 1, 2, 11}) == std::vector<std::size_t>{0, 0, 0, 0});
  CHECK(forms(pl, {0, 1, 2, 5, 12, 22, 101, 112}) == std::vector<std::size_t>{2, 0, 1, 2, 2, 1, 2, 2});
  CHECK(forms(ru, {0, 1, 2, 5, 11, 12, 21, 22, 111}) == std::vector<std::size_t>{2, 0, 1, 2, 2, 2, 0, 1, 2});
}

TEST_CASE("a plural rule that is not understood has no form") {
  for (const char* const rule : {"", "n !=", "n % 0", "m", "n == 1 ? 0", "(n", "n; n", "1 +", "system(1)"}) {
    INFO(rule);
    CHECK_FALSE(plural_form(rule, 3).has_value());
  }
  CHECK_FALSE(plural_form(std::string(100'000, '('), 3).has_value());
  CHECK_FALSE(plural_form(std::string(100'000, '!') + "n", 3).has_value());
}

TEST_CASE("a width in a translation is not used, and a byte order mark is no fault") {
  const Catalogs catalogs;
  catalogs.write("xb",
                 "\xEF\xBB\xBF" + std::string(kHeader) +
                     "msgid \"{} of {}\"\nmsgstr \"{1} / {0}\"\n\nmsgid \"{} is gone\"\nmsgstr \"{:>2147483647}\"\n\n"
                     "msgid \"at {:.1f}\"\nmsgstr \"{}\"\n");
  REQUIRE(set_language("xb"));
  CHECK(trf("{} of {}", 1, 2) == "2 / 1");
  CHECK(trf("{} is gone", "It") == "It is gone");
  CHECK(trf("at {:.1f}", 1.25) == "at 1.2");
}

TEST_CASE("a sentence begins with a capital in every alphabet") {
  const std::pair<const char*, const char*> words[] = {
      {"sand", "Sand"},       {"écluse", "Écluse"}, {"ścieżka", "Ścieżka"}, {"żwir", "Żwir"},
      {"ľad", "Ľad"},         {"ÿ", "ÿ"},           {"песок", "Песок"},     {"їжа", "Їжа"},
      {"ґрунт", "Ґрунт"},     {"Éclat", "Éclat"},   {"砂", "砂"},           {"", ""},
      {"3 cells", "3 cells"}, {"÷", "÷"},           {"\xc3", "\xc3"}};
  for (const auto& [word, capital] : words) CHECK(with_capital(word) == capital);
}

TEST_CASE("texts change with the language and stay English without a translation") {
  const Catalogs catalogs;
  catalogs.write("xa", std::string(kHeader) +
                           "msgid \"Sand\"\nmsgstr \"Arena\"\n\nmsgctxt \"element\"\nmsgid \"Sand\"\n"
                           "msgstr \"arena\"\n\nmsgid \"{} cell\"\nmsgid_plural \"{} cells\"\n"
                           "msgstr[0] \"{} celda\"\nmsgstr[1] \"{} celdas\"\n");
  const std::uint64_t before = language_changes();
  REQUIRE(set_language("xa"));
  CHECK(language_changes() == before + 1);
  CHECK(current_language() == "xa");
  CHECK(std::string(tr("Sand")) == "Arena");
  CHECK(tr_in("element", "Sand") == "arena");
  CHECK(tr_in("group", "Sand") == "Sand");
  CHECK(tr_in("element", "cloner (Sand)") == "cloner (arena)");
  CHECK(tr_in("element", "(Sand)") == "(Sand)");
  CHECK(std::string(tr("Water")) == "Water");
  CHECK(trf_n("{} cell", "{} cells", 1) == "1 celda");
  CHECK(trf_n("{} cell", "{} cells", 7) == "7 celdas");
  CHECK(texts_of_language().find("celdas") != std::string::npos);
  const char* const arena = tr("Sand");
  REQUIRE(set_language("en"));
  CHECK(std::string(tr("Sand")) == "Sand");
  CHECK(trf_n("{} cell", "{} cells", 1) == "1 cell");
  REQUIRE(set_language("xa"));
  CHECK(tr("Sand") == arena);  // texts are kept, but each once
  catalogs.write("xa", std::string(kHeader) + "msgid \"Sand\"\nmsgstr \"Grano\"\n");
  REQUIRE(set_language("en"));
  REQUIRE(set_language("xa"));
  CHECK(std::string(tr("Sand")) == "Grano");
  CHECK(std::string(arena) == "Arena");
}

TEST_CASE("a catalog whose plural rule alone was changed is another one") {
  const Catalogs catalogs;
  const std::string cells =
      "msgid \"{} cell\"\nmsgid_plural \"{} cells\"\nmsgstr[0] \"{} one\"\nmsgstr[1] \"{} many\"\n";
  catalogs.write("xa", kHeader + cells);
  REQUIRE(set_language("xa"));
  CHECK(trf_n("{} cell", "{} cells", 0) == "0 many");
  REQUIRE(set_language("en"));
  std::string header = kHeader;
  header.replace(header.find("n != 1"), 6, "n > 1");
  catalogs.write("xa", header + cells);
  REQUIRE(set_language("xa"));
  CHECK(trf_n("{} cell", "{} cells", 0) == "0 one");
}

TEST_CASE("a translation whose places for values differ is not used") {
  const Catalogs catalogs;
  catalogs.write("xb", std::string(kHeader) +
                           "msgid \"{} of {}\"\nmsgstr \"{} {} {}\"\n\nmsgid \"at {}\"\nmsgstr \"{\"\n\n"
                           "msgid \"{} to {}\"\nmsgstr \"{1} von {0}\"\n");
  REQUIRE(set_language("xb"));
  CHECK(trf("{} of {}", 1, 2) == "1 of 2");
  CHECK(trf("at {}", "home") == "at home");
  CHECK(trf("{} to {}", 1, 2) == "2 von 1");
}

TEST_CASE("a missing or damaged catalog leaves the language as it is") {
  const Catalogs catalogs;
  catalogs.write("xc", "this is no catalog\n");
  CHECK_FALSE(set_language("xc"));
  CHECK_FALSE(set_language("x-none"));
  CHECK_FALSE(set_language("../xc"));
  CHECK(current_language() == "en");
}

TEST_CASE("the pseudo language marks every text and leaves places for values alone") {
  REQUIRE(set_language("pseudo"));
  CHECK(std::string(tr("Sand")) == "[Sánd]");
  CHECK(trf("{} of {:.1f}", 1, 2.0) == "[1 óf 2.0]");
  CHECK(tr_in("element", "air") == "[áír]");
  REQUIRE(set_language("en"));
}

TEST_CASE("an empty text has an empty translation in every language") {
  for (const char* const code : {"en", "pseudo"}) {
    REQUIRE(set_language(code));
    CHECK(std::string(tr("")).empty());
    CHECK(std::string(tr(std::string_view().data())).empty());
    CHECK(tr_in("element", "").empty());
  }
  REQUIRE(set_language("en"));
}

TEST_CASE("the language of the system is found by its first part") {
  CHECK(known_language({"xx_YY", "en_GB.UTF-8", "de"}) == "en");
  CHECK(known_language({"C"}) == "en");
  CHECK(known_language({}) == "en");
  for (const Language& language : languages()) CHECK(known_language({language.code + "_XX"}) == language.code);
}

TEST_CASE("every language of the program can be chosen") {
  for (const Language& language : languages()) {
    INFO(language.code);
    CHECK(set_language(language.code));
    CHECK_FALSE(language.name.empty());
  }
  CHECK(set_language("en"));
}
