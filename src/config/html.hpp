// Removes HTML from configs that were saved from web pages or copied out of them.
#pragma once

#include <string>
#include <string_view>

namespace repose::config {

// Separates the parts of one text line that the page shows as several lines.
inline constexpr char kPageBreak = '\v';

// True if the text contains a layout tag (<br>, <p>, <body>, ...).
bool is_web_page(std::string_view text);

// The text of a page, with every byte at its old offset: layout tags become kPageBreak, other tags and &nbsp; blanks.
std::string without_tags(std::string_view page);

// `text` with &amp; &lt; &gt; &quot; &apos; &nbsp; and character numbers (&#233; &#xE9;) replaced by their characters.
// Entities of control characters are kept.
std::string decode_entities(std::string_view text);

}  // namespace repose::config
