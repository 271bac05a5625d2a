// The selected part of the world, and the clip that follows the pointer until it is placed.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "platform/picture_clipboard.hpp"
#include "render/camera.hpp"
#include "repose/clip.hpp"

namespace repose {

struct Desk;

class Session;

class Clipping {
 public:
  explicit Clipping(Desk& desk) : desk_(desk), clipboard_(PictureClipboard::running_system()) {}

  // ---- selecting ----

  // Selects with a rubber band between two cells; cells outside the world are cut off. end() with both in the same cell
  // drops the selection. In a comparison, cells are copied from the solver in whose half the selection was made.
  void begin(CellPoint cell);
  void drag_to(CellPoint cell);
  void end();
  void select_all();
  // A selection, clipped to the present world.
  struct Selection {
    CellPoint from, to;  // both inclusive
    int width() const { return to.x - from.x + 1; }
    int height() const { return to.y - from.y + 1; }
  };
  std::optional<Selection> selection() const;

  // Each function does nothing if nothing is selected.
  bool copy();
  void cut();
  void erase();
  // Pastes what was copied last, here or in another program, whose answer may take a moment.
  void paste();
  // Saves the selection as a stamp in the user's folder; returns its path.
  std::optional<std::filesystem::path> save_stamp();

  // ---- placing ----

  // Attaches a clip to the pointer. Shows a message instead if the running automaton cannot use it.
  void place(std::shared_ptr<const Clip> clip);
  bool is_placing() const { return clip_ != nullptr; }
  bool with_background() const { return with_background_; }
  // Pastes the clip where it is; `again`: keeps it attached to the pointer.
  void put_down(bool again);
  // Change how the clip will be placed.
  void transform(ClipTransform transform);
  void nudge(int right, int down);  // by cells
  void toggle_background();

  // Escape: drops the clip that is being placed, otherwise the selection. False if there was neither.
  bool cancel();
  void point_at(CellPoint cell) { pointer_ = cell; }

  // Call once a frame: takes the answers of the clipboard.
  void tick();
  // Whether a request is in progress that ends without the user.
  bool busy() const { return clipboard_.asking() || reading_.valid(); }

  // Draws selection and clip over the world, in both halves of a comparison, and the buttons for them. `canvas` is in
  // points.
  void draw(ImVec4 canvas);

 private:
  // A picture from another program, as a clip.
  struct Reading {
    Clip clip;
    std::string message;  // to be shown after reading
    bool ok = false;
  };
  static Reading read_picture(std::vector<std::byte> png, const Ruleset& ruleset, bool as_heights, int width_max,
                              int height_max);

  std::optional<Clip> selected() const;
  void read_answer(ClipboardAnswer answer);
  // The cell of the clip's top left corner.
  CellPoint corner() const;
  void make_preview();
  // The solver whose cells are selected.
  const Session& source() const;
  void draw_over(const Camera& camera, bool labelled);
  void draw_clip(const Camera& camera);
  void draw_hint(ImVec4 canvas) const;

  Desk& desk_;
  PictureClipboard clipboard_;
  std::shared_ptr<const Clip> own_;  // the clip that was copied here last
  std::future<Reading> reading_;

  bool selecting_ = false, of_twin_ = false;
  std::optional<Selection> selection_;  // with its corners as they were dragged

  std::shared_ptr<const Clip> clip_;  // attached to the pointer
  CellPoint pointer_, nudge_;
  bool with_background_ = false;
  ImTextureID preview_ = nullptr;
  std::string previewed_rules_, previewed_automaton_;  // for which the preview was made
};

}  // namespace repose
