// One field that finds every command.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/command_list.hpp"
#include "app/actions/fuzzy.hpp"
#include "app/dialogs/dialog_stack.hpp"
#include "app/frame/messages.hpp"

namespace repose {

class CommandPalette final : public Dialog {
 public:
  CommandPalette(const CommandRooms& rooms, Messages& messages) : rooms_(rooms), messages_(messages) {}

  void open();
  void draw() override;
  // All entries that the field can find now.
  std::vector<CommandEntry> entries() const { return command_list(rooms_); }

 private:
  // The parts of the list without text, in their order.
  enum class Part : unsigned char { recent, scenes, others };
  struct Found {
    std::size_t entry = 0;
    FuzzyMatch match;
    Part part = Part::others;
  };
  static const char* title_of(Part part);

  // Finds entries for the text of the field: the best first. Without text: the last used ones, then the scenes, then
  // all others.
  void search();
  void drop_far_fetched();
  void field();
  void answer_keys();
  void list();
  void row(std::size_t place);
  void row_text(const Found& found, ImVec2 low, ImVec2 high) const;
  void choose(std::size_t place);
  void take_value();

  CommandRooms rooms_;
  Messages& messages_;
  bool appearing_ = false, focus_ = false, reveal_ = false;
  std::string text_;
  std::vector<CommandEntry> entries_;
  std::vector<Found> found_;
  std::size_t chosen_ = 0;              // index into found_
  std::optional<ParameterInfo> asked_;  // the parameter whose value is being typed
};

}  // namespace repose
