// The configs with their contents.
#pragma once

#include <filesystem>

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/config_library.hpp"
#include "app/files/thumbnails.hpp"
#include "app/frame/frame_loop.hpp"
#include "repose/session.hpp"

namespace repose {

class WorldChoice;

class ConfigGallery final : public Dialog {
 public:
  ConfigGallery(const Session& session, Thumbnails& thumbnails, WorldChoice& choice, FrameLoop& loop)
      : session_(session), thumbnails_(thumbnails), choice_(choice), loop_(loop) {}

  // Opens with the configs that exist now.
  void open();
  // Closes the gallery and opens the config; asks which world to go on with.
  void choose(const std::filesystem::path& config);
  void draw() override;
  ConfigLibrary& library() { return library_; }

 private:
  void cards(bool shipped);
  bool card(const ConfigEntry& entry, float width);

  const Session& session_;
  Thumbnails& thumbnails_;
  WorldChoice& choice_;
  FrameLoop& loop_;
  ConfigLibrary library_;
};

}  // namespace repose
