// One field that finds everything there is to do.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/command_list.hpp"
#include "app/actions/fuzzy.hpp"

namespace repose {

class App;

class CommandPalette {
 public:
  explicit CommandPalette(App& app) : app_(app) {}

  void open();
  void close() { open_ = false; }
  bool is_open() const { return open_; }
  void draw();

 private:
  struct Found {
    std::size_t entry = 0;
    FuzzyMatch match;
    bool recent = false;
  };

  // What the field finds: the best first; with nothing in it what was used last, then everything.
  void search();
  void drop_far_fetched();
  void field();
  void answer_keys();
  void list();
  void row(std::size_t place);
  void row_text(const Found& found, ImVec2 low, ImVec2 high) const;
  void choose(std::size_t place);
  void take_number();

  App& app_;
  bool open_ = false, appearing_ = false, focus_ = false, reveal_ = false;
  std::string text_;
  std::vector<CommandEntry> entries_;
  std::vector<Found> found_;
  std::size_t chosen_ = 0;              // of found_
  std::optional<ParameterInfo> asked_;  // whose number is being typed
};

}  // namespace repose
