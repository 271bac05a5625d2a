// The selected part of the world, and the clip that follows the pointer until it is placed.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/files/picture_clipboard.hpp"
#include "render/camera.hpp"
#include "repose/clip.hpp"

namespace repose {

class ActionTable;
class CompareView;
class FrameLoop;
class Layout;
class Messages;
class PaintBox;
class Screen;
class Simulation;
class StampLibrary;
class WorldCanvas;
class Session;

class Clipping {
 public:
  Clipping(Simulation& simulation, PaintBox& paint_box, WorldCanvas& canvas, CompareView& compare_view,
           StampLibrary& stamps, Screen& screen, Layout& layout, Messages& messages, FrameLoop& loop,
           const ActionTable& actions)
      : simulation_(simulation),
        paint_box_(paint_box),
        canvas_(canvas),
        compare_view_(compare_view),
        stamps_(stamps),
        screen_(screen),
        layout_(layout),
        messages_(messages),
        loop_(loop),
        actions_(actions),
        clipboard_(PictureClipboard::running_system()) {}

  // --- Selecting ---

  // A rubber band between two cells; what is outside the world is cut off. end() with both in one cell drops the
  // selection. Of two solvers side by side, what is copied comes from the one in whose half it was drawn.
  void begin(CellPoint cell);
  void drag_to(CellPoint cell);
  void end();
  void select_all();
  // A selection, inside the world as it is now.
  struct Selection {
    CellPoint from, to;  // both inclusive
    int width() const { return to.x - from.x + 1; }
    int height() const { return to.y - from.y + 1; }
  };
  std::optional<Selection> selection() const;

  // Each does nothing where nothing is selected.
  bool copy();
  void cut();
  void erase();
  // What was copied last, here or in another program, which may take a moment to answer.
  void paste();
  // The selection as a stamp in the user's folder; where it lies.
  std::optional<std::filesystem::path> save_stamp();

  // --- Placing ---

  // Hangs a clip onto the pointer; a sentence when the running automaton has no use for it.
  void place(std::shared_ptr<const Clip> clip);
  bool is_placing() const { return clip_ != nullptr; }
  bool with_background() const { return with_background_; }
  // Lays the clip down where it hangs; `again` keeps it for another time.
  void put_down(bool again);
  // These change how the clip will be placed.
  void turn(ClipTransform turn);
  void nudge(int right, int down);  // by cells
  void toggle_background();

  // Escape: drops the clip that is being placed, otherwise the selection. False if there was neither.
  bool cancel();
  void point_at(CellPoint cell) { pointer_ = cell; }

  // Once a frame: answers of the clipboard.
  void tick();
  // Something is under way that ends without the user.
  bool busy() const { return clipboard_.asking() || reading_.valid(); }

  // Selection and clip over the world, in both halves where two solvers are side by side, and what can be done with
  // them, in a part of the window in points.
  void draw(ImVec4 canvas);

 private:
  // A picture from elsewhere, as a clip.
  struct Reading {
    Clip clip;
    std::string message;  // what is to be said about it
    bool ok = false;
  };
  static Reading read_picture(std::vector<std::byte> png, const Ruleset& ruleset, bool as_heights, int width_max,
                              int height_max);

  std::optional<Clip> selected() const;
  void take_answer(ClipboardAnswer answer);
  void place_own(const std::string& otherwise);
  // Where the clip's top left corner comes to lie.
  CellPoint corner() const;
  void make_preview();
  bool preview_is_stale() const;
  // The solver whose cells are selected.
  const Session& source() const;
  void draw_over(const Camera& camera, bool labelled);
  void draw_selection(const Camera& camera, bool labelled) const;
  void draw_clip(const Camera& camera);
  void draw_hint(ImVec4 canvas) const;

  Simulation& simulation_;
  PaintBox& paint_box_;
  WorldCanvas& canvas_;
  CompareView& compare_view_;
  StampLibrary& stamps_;
  Screen& screen_;
  Layout& layout_;
  Messages& messages_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  PictureClipboard clipboard_;
  std::shared_ptr<const Clip> own_;  // what was copied here
  std::future<Reading> reading_;

  bool selecting_ = false, of_twin_ = false;
  std::optional<Selection> selection_;  // corners as they were dragged

  std::shared_ptr<const Clip> clip_;  // on the pointer
  CellPoint pointer_, nudge_;
  bool with_background_ = false;
  ImTextureID preview_ = nullptr;
  std::string previewed_rules_, previewed_automaton_;  // that the preview was made for
};

}  // namespace repose
