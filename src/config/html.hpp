// What is left of HTML in configs that were saved from web pages or pasted out of them.
#pragma once

#include <string>
#include <string_view>

namespace repose::config {

// Ends a piece of a line where the page began a new line.
inline constexpr char kPageBreak = '\v';

// Whether the text holds a tag that lays out a page (<br>, <p>, <body>, ...).
bool is_web_page(std::string_view text);

// The text of a page, byte for byte in its place: tags that lay out become kPageBreak, other tags and &nbsp; blanks.
std::string without_tags(std::string_view page);

// `text` with &amp; &lt; &gt; &quot; &apos; &nbsp; and character numbers (&#233; &#xE9;) replaced by what they stand
// for. What would be a control character stays as it is.
std::string decode_entities(std::string_view text);

}  // namespace repose::config
