// The menus. Most items are made from the table of actions.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>
#include <utility>

#include "app/widgets/icons.hpp"
#include "repose/automaton.hpp"

namespace repose {

struct Desk;

class MenuBar {
 public:
  explicit MenuBar(Desk& desk) : desk_(desk) {}

  void draw();
  // Opens the menus as a list for narrow windows: first their names, then the items of the chosen one.
  void open_list();
  bool list_is_open() const { return list_is_open_; }
  // Draws the list, if it is open, beside its button in this part of the window (min x, min y, max x, max y).
  void draw_list(ImVec4 room);

 private:
  bool begin_menu(const char* label, bool enabled = true);
  void end_menu();
  bool leads_to(const char* label);
  bool unfolds(const char* label, bool enabled);
  static bool list_row(const char* label, Icon icon);
  void separator() const;
  void menus();
  void solver_menu();
  void backend_item(Backend backend);
  void config_items(bool shipped);
  void own_configs();
  void configs_menu();
  void compare_items();
  void sun_items();

  Desk& desk_;
  bool opens_list_ = false, list_is_open_ = false, in_list_ = false;
  std::string chosen_;        // the menu whose items the list shows; empty: it shows the menus
  bool just_chosen_ = false;  // in the frame before
  std::string unfolded_;      // the menu inside it that is open
  int depth_ = 0;             // of the menu that is being drawn
};

}  // namespace repose
