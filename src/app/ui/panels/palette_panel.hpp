// The elements in the side panel: search, tabs, the list, and the card about the chosen one.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

struct Desk;

// Finds elements by what a person types.
struct FoundElement {
  std::uint8_t index = 0;
  std::vector<std::size_t> matched = {};  // positions of the matched bytes in shown_name(), ascending
};

// The elements of the palette that fit the query, the best first: those that match by name (fuzzy_match), then those in
// whose name, description or groups each word of the query begins a word. A query without words finds every element.
std::vector<FoundElement> find_elements(const Ruleset& rules, std::string_view query);

// The search field takes keys while it has the focus: letters search in all tabs, Up, Down and pages move the choice,
// Left and Right turn the tab while the field is empty, Return takes the choice for the left button and Shift+Return
// for the right one.
class PalettePanel {
 public:
  explicit PalettePanel(Desk& desk) : desk_(desk) {}

  // Draws in the current window, down to its end.
  void draw();
  // Draws the card about the chosen element, over the canvas, while the search field has the focus.
  void draw_card();
  // The search field gets the focus.
  void focus_search() { focus_search_ = true; }
  bool wants_focus() const { return focus_search_; }
  // Ends the search. True if the field had the focus; the keyboard belongs to the world again then.
  bool cancel_search();
  const std::string& search() const { return search_; }
  // Whether an element of the list was pressed since the last call.
  bool was_pressed() { return std::exchange(pressed_, false); }
  // The element that Return takes; empty while the field does not have the focus.
  std::optional<std::uint8_t> choice() const { return active_ ? std::optional(choice_) : std::nullopt; }
  // Shows the next tab (`by` 1) or the one before (-1), and ends the search. Without groups nothing happens.
  void turn_tab(int by);
  bool has_tabs() const;

 private:
  struct Tab {
    int group = 0;
    std::string name;
    float width = 0;
  };
  // What decides which row must be in view.
  struct Sight {
    std::uint8_t element = 0;
    int group = 0;
    std::string search;
    friend bool operator==(const Sight&, const Sight&) = default;
  };

  void end_search() { end_search_ = true; }
  bool search_field();
  std::vector<FoundElement> listed() const;
  void move_choice(const std::vector<FoundElement>& list);
  void answer_keys(const std::vector<FoundElement>& list);
  void choose(const std::vector<FoundElement>& list);
  void put_on_right_button(std::uint8_t element);

  // palette_tabs.cpp
  std::vector<Tab> tabs() const;
  static std::vector<std::size_t> tab_rows(const std::vector<Tab>& tabs, float room);
  void draw_tab(const Tab& tab);
  void draw_tabs();

  void draw_list(const std::vector<FoundElement>& list);
  void draw_row(const FoundElement& found, const std::string& hint, float width);
  void row_text(const FoundElement& found, ImVec2 low, ImVec2 high, const std::string& hint);
  std::string group_name(std::uint8_t element) const;

  Desk& desk_;
  std::string search_, searched_;  // the text now, and the text for which the choice was made
  bool focus_search_ = false, end_search_ = false;
  bool active_ = false;  // the search field has the focus
  bool pressed_ = false;
  std::uint8_t choice_ = 0;
  Sight sight_;
  int reveal_frames_ = 0;    // for so many frames the row of sight_.element is scrolled into view
  bool reveal_tab_ = false;  // the same for the tab
  float card_y_ = 0;         // the middle of the choice's row
};

// What the palette says about an element.

// Its description; its name if there is none.
std::string element_description(const Element& element);
// How it moves, and whether it is the background. One or more lines.
std::string element_facts(const Ruleset& rules, std::uint8_t index);

}  // namespace repose
