// The stamps as pictures: choose, rename, delete.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/stamp_library.hpp"

namespace repose {

class ActionTable;
class Clipping;
class FrameLoop;
class Messages;
class Screen;
class Simulation;
class StampLibrary;

class StampGallery final : public Dialog {
 public:
  StampGallery(Simulation& simulation, Clipping& clipping, StampLibrary& stamps, Screen& screen, Messages& messages,
               FrameLoop& loop, const ActionTable& actions)
      : simulation_(simulation),
        clipping_(clipping),
        stamps_(stamps),
        screen_(screen),
        messages_(messages),
        loop_(loop),
        actions_(actions) {}

  void open();
  // Opens with the name of that stamp ready to be typed.
  void open_to_name(const std::filesystem::path& file);
  void draw() override;

  // Places a stamp that was not chosen from its card. If that is not possible, shows a message that says why.
  void place(const StampEntry& entry);

  StampLibrary& library() { return stamps_; }

 private:
  // A stamp in the form in which the running world would get it.
  struct Shown {
    std::shared_ptr<const Clip> clip;  // null when it cannot be read
    ImTextureID picture = nullptr;
    std::string problem;
  };

  void forget_pictures();
  const Shown& read(const StampEntry& entry);
  // Reads one stamp that has not been read yet; false when all have been. One a frame, so that the window stays
  // responsive.
  bool read_next();
  void cards(bool shipped);
  void card(const StampEntry& entry);
  void picture(const Shown& shown, ImVec2 low, ImVec2 high) const;
  void own_buttons(const StampEntry& entry, ImVec2 top_right);
  void name_field(const StampEntry& entry);
  void choose(const StampEntry& entry);
  void report(const Status& status);

  Simulation& simulation_;
  Clipping& clipping_;
  StampLibrary& stamps_;
  Screen& screen_;
  Messages& messages_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  std::map<std::filesystem::path, Shown> shown_;
  std::filesystem::path naming_;  // the stamp whose name is being typed; empty: none
  std::string name_;
  bool focus_name_ = false;
};

}  // namespace repose
