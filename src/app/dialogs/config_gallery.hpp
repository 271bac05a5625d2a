// The configs with their contents, and the question whether to keep the world when one is chosen.
#pragma once

#include <filesystem>

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/config_library.hpp"
#include "app/files/thumbnails.hpp"
#include "app/frame/frame_loop.hpp"
#include "repose/session.hpp"

namespace repose {

class FileOpener;
class Simulation;

// Asks whether the running world is kept before it opens a config.
class ConfigChoice final : public Dialog {
 public:
  ConfigChoice(FileOpener& files, Simulation& simulation) : files_(files), simulation_(simulation) {}

  void open(const std::filesystem::path& config);
  void draw() override;

 private:
  FileOpener& files_;
  Simulation& simulation_;
  std::filesystem::path config_;
};

class ConfigGallery final : public Dialog {
 public:
  ConfigGallery(const Session& session, Thumbnails& thumbnails, ConfigChoice& choice, FrameLoop& loop)
      : session_(session), thumbnails_(thumbnails), choice_(choice), loop_(loop) {}

  // Opens with the configs that exist now.
  void open();
  // Asks whether to keep the world, then opens the config.
  void choose(const std::filesystem::path& config);
  void draw() override;
  ConfigLibrary& library() { return library_; }

 private:
  void cards(bool shipped);
  bool card(const ConfigEntry& entry, float width);

  const Session& session_;
  Thumbnails& thumbnails_;
  ConfigChoice& choice_;
  FrameLoop& loop_;
  ConfigLibrary library_;
};

}  // namespace repose
