#include "config/text.hpp"

#include <catch2/catch.hpp>

namespace repose::config {

TEST_CASE("A layout tag makes a web page; anything else in brackets does not") {
  CHECK(is_web_page("a<br>b"));
  CHECK(is_web_page("a\n</BODY>"));
  CHECK(is_web_page("<p class=\"x\">"));
  CHECK_FALSE(is_web_page("element <fire> 0"));
  CHECK_FALSE(is_web_page("xspeed<255 yspeed<255"));
  CHECK_FALSE(
      is_web_page("<---> <brick> <p"
                  "x>"));
  CHECK_FALSE(is_web_page("<"));
}

TEST_CASE("Tags become breaks and blanks, byte for byte") {
  CHECK(without_tags("a<br>b") == "a\v\v\v\vb");
  CHECK(without_tags("<b>x</b>&nbsp;<fire>") == "   x          <fire>");
  CHECK(without_tags("a<br\nb") == "a\v\v\v\nb");
}

TEST_CASE("Entities become characters, unless they would be control characters") {
  CHECK(decode_entities("a&amp;b&lt;&gt;&quot;&apos;&nbsp;c") == "a&b<>\"' c");
  CHECK(decode_entities("&#65;&#xe9;&#x20AC;&#x1F525;") == "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5");
  CHECK(decode_entities("&amp;amp;") == "&amp;");
  for (const char* same : {"&", "&;", "&#;", "&#x;", "&#10;", "&#x85;", "&#xD800;", "&#x110000;", "&fire;", "a & b;"}) {
    CHECK(decode_entities(same) == same);
  }
}

}  // namespace repose::config
