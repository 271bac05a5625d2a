// The command palette: one field that finds every action, element, scene, config, stamp, solver, parameter and file.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/messages.hpp"
#include "app/ui/dialogs/dialog.hpp"
#include "app/widgets/search.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

// The entries of the command palette: actions, elements, scenes, configs, stamps, solvers, parameters, files.
struct CommandEntry {
  std::string id;  // the same in every run: "action/undo", "scene/falls"
  std::string title;
  std::string kind;              // "Scene", or the group of an action
  std::string_view other_words;  // names from other programs
  std::string state;             // of switches and parameters: "on", "0.5"; else empty
  std::string keys;              // may be empty
  std::string why_not;           // why it is not possible now; empty: it is possible
  std::optional<Color> color;    // of elements
  // Exactly one of the two is set: the function to run, or the parameter whose value is asked for.
  std::function<void()> run;
  std::optional<ParameterInfo> asks_for;
};

// The list for the current state. Reads the folders of configs and stamps.
std::vector<CommandEntry> command_list(Desk& desk);

class CommandPalette final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  void draw() override;
  // All entries that the field can find now.
  std::vector<CommandEntry> entries() const { return command_list(desk_); }

 private:
  // The parts of the list without text, in their order.
  enum class Part : unsigned char { recent, scenes, others };
  struct Found {
    std::size_t entry = 0;
    FuzzyMatch match;
    Part part = Part::others;
  };

  // Finds entries for the text of the field: the best first. Without text: the last used ones, then the scenes, then
  // all others.
  void search();
  void field();
  void answer_keys();
  void list();
  void row(std::size_t place);
  void row_text(const Found& found, ImVec2 low, ImVec2 high) const;
  void choose(std::size_t place);
  void set_asked_value();

  bool appearing_ = false, focus_ = false, reveal_ = false;
  std::string text_;
  std::vector<CommandEntry> entries_;
  std::vector<Found> found_;
  std::size_t chosen_ = 0;              // index into found_
  std::optional<ParameterInfo> asked_;  // the parameter whose value is being typed
};

}  // namespace repose
