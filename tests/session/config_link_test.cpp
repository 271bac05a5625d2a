// Links that carry a config.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/files.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "session/config_link.hpp"

namespace repose {

namespace {

constexpr std::string_view kAddress = "https://example.org/repose/";

std::string shipped(const char* name) {
  std::string fault;
  const auto text = read_whole_file(find_data(std::string("configs/") + name).value(), kConfigBytesMax, fault);
  REQUIRE(text);
  return *text;
}

std::string link_of(const ConfigLink& link, const std::vector<std::string>& known = {}) {
  std::string made;
  const Status status = make_config_link(link, kAddress, known, made);
  INFO(status.message());
  REQUIRE(status);
  return made;
}

std::string why_not_read(std::string_view text, const std::vector<std::string>& known = {}) {
  ConfigLink link{"untouched", "untouched", "untouched"};
  const Status status = read_config_link(text, known, link);
  CHECK_FALSE(status);
  CHECK(link.text == "untouched");
  CHECK(link.automaton == "untouched");
  CHECK(link.scene == "untouched");
  return status.message();
}

// Letters that hardly compress.
std::string noise(std::size_t bytes) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < bytes) text += static_cast<char>('0' + random() % 75);
  return text;
}

}  // namespace

TEST_CASE("a link gives back the config, the automaton and the scene") {
  const ConfigLink sent{shipped("chemistry.txt"), "elements", "chemistry_set"};
  const std::string made = link_of(sent);
  CHECK(made.starts_with("https://example.org/repose/#config=z"));
  CHECK(made.size() < 4096);
  CHECK(is_config_link(made));
  for (const std::string& text : {made, made.substr(made.find('#'))}) {
    ConfigLink read;
    REQUIRE(read_config_link(text, {}, read));
    CHECK(read.text == sent.text);
    CHECK(read.automaton == sent.automaton);
    CHECK(read.scene == sent.scene);
  }
}

TEST_CASE("texts of every length come back from a link") {
  const std::string text = shipped("classic.cfg");
  for (std::size_t bytes = 0; bytes < 200; ++bytes) {
    const ConfigLink sent{text.substr(0, bytes)};
    ConfigLink read;
    REQUIRE(read_config_link(link_of(sent), {}, read));
    REQUIRE(read.text == sent.text);
  }
}

TEST_CASE("a changed default config fits into a link as a change to the shipped one") {
  const std::vector<std::string> known = {shipped("classic.cfg"), shipped("default.cfg"), shipped("density-world.cfg")};
  for (const std::string& base : {known[1], known[2]}) {
    std::string text = base;
    text.insert(text.size() / 2, "\n# a remark of mine\n");
    std::string made;
    CHECK_FALSE(make_config_link({text}, kAddress, {}, made));
    made = link_of({text}, known);
    CHECK(made.size() < 300);
    ConfigLink read;
    REQUIRE(read_config_link(made, known, read));
    CHECK(read.text == text);
    CHECK(why_not_read(made).find("does not have") != std::string::npos);
  }
}

TEST_CASE("a config that is too large for a link is refused with its size") {
  std::string made = "untouched";
  const Status status = make_config_link({noise(20000)}, kAddress, {}, made);
  CHECK_FALSE(status);
  CHECK(status.message().starts_with("The config is too large for a link: the link would have "));
  CHECK(made == "untouched");
  CHECK_FALSE(make_config_link({std::string(kLinkedTextBytesMax + 1, 'a')}, kAddress, {}, made));
}

TEST_CASE("every link that is made can be read, up to its longest") {
  std::size_t longest = 0;
  for (std::size_t bytes = 6000; bytes < 8000; bytes += 97) {
    std::string made;
    const ConfigLink sent{noise(bytes)};
    if (!make_config_link(sent, kAddress, {}, made)) continue;
    longest = std::max(longest, made.size());
    ConfigLink read;
    REQUIRE(read_config_link(made, {}, read));
    REQUIRE(read.text == sent.text);
  }
  CHECK(longest > kLinkBytesMax - 200);
  CHECK(longest <= kLinkBytesMax);
}

TEST_CASE("a link of eight kilobytes cannot unpack to more than a mebibyte") {
  const std::string largest(kLinkedTextBytesMax, 'a');
  const std::string made = link_of({largest});
  CHECK(made.size() < 300);
  ConfigLink read;
  REQUIRE(read_config_link(made, {}, read));
  CHECK(read.text == largest);
  // A Zstandard frame that says that it holds 2 MiB of one letter, in blocks of repeated bytes.
  constexpr std::string_view kBomb =
      "#config=zKLUv_aAAACAAAgAQYQIAEGECABBhAgAQYQIAEGECABBhAgAQYQIAEGECABBhAgAQYQIAEGECABBhAgAQYQIAEGECABBhAwAQYQ";
  CHECK(why_not_read(kBomb).find("too large") != std::string::npos);
}

TEST_CASE("a text that is no link of a config is refused with a sentence") {
  CHECK(why_not_read("https://example.org/") == "This link carries no config.");
  CHECK_FALSE(is_config_link("https://example.org/"));
  CHECK(why_not_read("#config=").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read("#config=z").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read("#config=zA").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read("#config=d").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read("#config=dAAAA").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read("#config=q1234").find("does not know the form") != std::string::npos);
  CHECK(why_not_read("#config=z" + std::string(kLinkBytesMax, 'A')).find("too long") != std::string::npos);
  const std::string made = link_of({"cell background 0 0 0"});
  CHECK(why_not_read(made + "&automaton=../water").find("missing or was changed") != std::string::npos);
  CHECK(why_not_read(made + "&scene=" + std::string(65, 'a')).find("missing or was changed") != std::string::npos);
}

TEST_CASE("keys of later versions in a link are ignored") {
  ConfigLink read;
  REQUIRE(read_config_link(link_of({"cell background 0 0 0", "density"}) + "&speed=2&&x", {}, read));
  CHECK(read.automaton == "density");
}

TEST_CASE("a link that was cut off or changed anywhere is refused") {
  const std::string made = link_of({shipped("classic.cfg")});
  const std::size_t code = made.find("=z") + 2;
  for (std::size_t bytes = code; bytes < made.size(); ++bytes) {
    ConfigLink read;
    REQUIRE_FALSE(read_config_link(std::string_view(made).substr(0, bytes), {}, read));
  }
  const std::string text = shipped("classic.cfg");
  std::mt19937 random(11);
  for (int i = 0; i < 5000; ++i) {
    std::string changed = made;
    char& letter = changed[code + random() % (made.size() - code)];
    letter = letter == 'A' ? 'B' : 'A';
    ConfigLink read;
    // The few bits of the frame's header that change nothing give the same text.
    if (read_config_link(changed, {}, read)) REQUIRE(read.text == text);
  }
}

TEST_CASE("random codes never unpack") {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=%&#";
  const std::vector<std::string> known = {shipped("classic.cfg")};
  std::mt19937 random(13);
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "#config=zKLUv_" : random() % 2 == 0 ? "#config=d" : "#config=";
    for (std::size_t n = random() % 60; n > 0; --n) text += kLetters[random() % kLetters.size()];
    ConfigLink read;
    if (read_config_link(text, known, read)) REQUIRE(read.text.size() <= kLinkedTextBytesMax);
  }
}

}  // namespace repose
