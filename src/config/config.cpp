// Opens a config: refuses binary data, recognises the dialect, passes the text to its reader.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "config/readers.hpp"
#include "config/text.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"

namespace repose {
namespace {

using config::Report;

constexpr const char* kSmallestConfig = text_id("a config needs at least one line: cell NAME RED GREEN BLUE DENSITY");
constexpr const char* kSmallestWxsandConfig =
    text_id("a config needs at least one line: element NAME RED GREEN BLUE GRAVITY SLIP DENSITY CONDUCTIVITY VISIBLE");

// Why `text` is binary data; empty if it is text. Bytes over 127 are allowed: names may be in any language.
std::string why_binary(std::string_view text) {
  if (const std::size_t zero = text.find('\0'); zero != text.npos) return trf("byte {} is zero", zero + 1);
  const auto is_control = [](char c) {
    constexpr std::string_view kUsual = "\t\n\v\f\r\x1b";
    return static_cast<unsigned char>(c) < 0x20 && kUsual.find(c) == kUsual.npos;
  };
  const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
  constexpr std::size_t kControlShare = 20;  // text has none; one in twenty means binary data
  if (controls * kControlShare <= text.size()) return {};
  return trf("{} of its {} bytes are control characters", controls, text.size());
}

// False, with an error in `report`, if `text` cannot be a config.
bool is_readable(std::string_view text, Report& report) {
  if (text.size() > kConfigBytesMax) {
    constexpr std::size_t kMebibytesMax = kConfigBytesMax >> 20;
    report.file(Severity::error, {trf("the file is too large: a config has at most {} MiB", kMebibytesMax),
                                  fmt::format("at most {} MiB", kMebibytesMax), "more", ""});
  } else if (text.find_first_not_of(" \t\v\f\r\n") == text.npos) {
    report.file(Severity::error, {tr("the file is empty"), "elements", "nothing", tr(kSmallestConfig)});
  } else if (const std::string why = why_binary(text); !why.empty()) {
    const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    report.file(Severity::error, {trf("this is not a text file: {}", why), "text", "binary data",
                                  is_utf16 ? tr("it looks like UTF-16; save it as UTF-8") : ""});
  } else {
    return true;
  }
  return false;
}

ConfigResult refused(Dialect dialect, Report& report) { return {dialect, std::nullopt, report.take()}; }

ConfigResult file_error(const std::string& file, std::string message) {
  Report report(file);
  report.file(Severity::error, {std::move(message), "", "", ""});
  return refused(Dialect::sandjs, report);
}

Dialect majority_of(std::string_view text) {
  std::size_t sandjs_lines = 0, wxsand_lines = 0, group_lines = 0;
  const auto& wxsand_words = config::wxsand_directives();
  config::LineReader lines(text);
  for (config::Line line; lines.next(line);) {
    const std::string_view word = config::first_word(line.text);  // page breaks count as blanks
    if (word == "cell" || word == "rule") ++sandjs_lines;
    if (word == "group") {
      ++group_lines;
    } else if (word.starts_with('#')) {  // the header comment; the originals refuse a file without it
      const auto has = [&](std::string_view version) { return line.text.find(version) != line.text.npos; };
      if (has("subversion 1") || has("subversion 2")) ++wxsand_lines;
    } else if (std::ranges::find(wxsand_words, word) != wxsand_words.end()) {
      ++wxsand_lines;
    }
  }
  if (sandjs_lines == 0) wxsand_lines += group_lines;  // both dialects have groups
  return wxsand_lines > sandjs_lines ? Dialect::wxsand : Dialect::sandjs;
}

}  // namespace

ConfigResult read_config(std::string_view text, const std::string& file, std::span<const ConfigTarget> targets) {
  Report report(file);
  if (!is_readable(text, report)) return refused(Dialect::sandjs, report);

  const Dialect dialect = detect_dialect(text);
  Ruleset ruleset;
  ruleset.title = std::filesystem::path(file).filename().string();
  if (ruleset.title.empty()) ruleset.title = "default";
  ruleset.source = file;
  ruleset.text = text;
  ruleset.dialect = dialect;
  if (dialect == Dialect::wxsand) {
    config::read_wxsand(text, ruleset, report);
  } else {
    config::read_sandjs(text, targets, ruleset, report);
  }
  if (ruleset.elements.empty()) {
    if (!report.has_errors()) {
      const bool is_sandjs = dialect == Dialect::sandjs;
      report.file(Severity::error, {tr("the file defines no element"), is_sandjs ? "a cell line" : "an element line",
                                    "none", tr(is_sandjs ? kSmallestConfig : kSmallestWxsandConfig)});
    }
    return refused(dialect, report);
  }
  return {dialect, std::move(ruleset), report.take()};
}

ConfigResult read_config_file(const std::filesystem::path& path, std::span<const ConfigTarget> targets) {
  const std::string name = path.string();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return file_error(name, tr("this is a folder, not a config file"));
  std::string fault;
  const auto text = read_file_start(path, kConfigBytesMax + 1, fault);
  if (!text) return file_error(name, trf("cannot open the file: {}", fault));
  return read_config(*text, name, targets);
}

Dialect detect_dialect(std::string_view text) {
  return config::is_web_page(text) ? majority_of(config::without_tags(text)) : majority_of(text);
}

}  // namespace repose
