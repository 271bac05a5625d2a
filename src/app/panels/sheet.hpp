// The sheet of a narrow window: elements, tools and the settings of the world, over the world, until it is closed.
#pragma once

#include <imgui.h>

#include <optional>

namespace repose {

class ActionTable;
class Layout;
class PalettePanel;
class ParameterPanel;
class SidePanel;
class StatusBar;
class Toolbar;

class Sheet {
 public:
  enum class Page : unsigned char { elements, tools, world };

  Sheet(SidePanel& side, Toolbar& toolbar, ParameterPanel& parameters, PalettePanel& palette, StatusBar& status,
        Layout& layout, const ActionTable& actions)
      : side_(side),
        toolbar_(toolbar),
        parameters_(parameters),
        palette_(palette),
        status_(status),
        layout_(layout),
        actions_(actions) {}

  bool is_open() const { return page_.has_value(); }
  bool shows(Page page) const { return page_ == page; }
  void open(Page page) { page_ = page; }
  // Opens the page; closes the sheet if the page is shown already.
  void toggle(Page page);
  // False if it was not open.
  bool close();

  // The part of `room` (min x, min y, max x, max y) that the sheet does not cover.
  ImVec4 beside(ImVec4 room) const;
  // Draws at the lower edge of `room`, or, on a window on its side, at the right edge.
  void draw(ImVec4 room);

 private:
  // The part of `room` that an open sheet covers.
  static ImVec4 place(ImVec4 room);
  void tabs();
  void world_page();

  SidePanel& side_;
  Toolbar& toolbar_;
  ParameterPanel& parameters_;
  PalettePanel& palette_;
  StatusBar& status_;
  Layout& layout_;
  const ActionTable& actions_;
  std::optional<Page> page_;
};

}  // namespace repose
