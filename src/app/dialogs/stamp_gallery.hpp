// The stamps as pictures, to be chosen, renamed and thrown away.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/files/stamp_library.hpp"

namespace repose {

class App;

class StampGallery {
 public:
  explicit StampGallery(App& app) : app_(app) {}

  void open();
  // With the name of that stamp ready to be typed.
  void open_to_name(const std::filesystem::path& file);
  void close() { open_ = false; }
  bool is_open() const { return open_; }
  void draw();

  // From elsewhere than its card: says what is the matter where it cannot be placed.
  void place(const StampEntry& entry);

  StampLibrary& library() { return library_; }

 private:
  // A stamp as it would come to lie in the running world.
  struct Shown {
    std::shared_ptr<const Clip> clip;  // null when it cannot be read
    ImTextureID picture = nullptr;
    std::string problem;
  };

  void forget_pictures();
  const Shown& read(const StampEntry& entry);
  // Reads one that has not been read yet; false when all are. One a frame keeps the window answering.
  bool read_next();
  void cards(bool shipped);
  void card(const StampEntry& entry);
  void picture(const Shown& shown, ImVec2 low, ImVec2 high) const;
  void own_buttons(const StampEntry& entry, ImVec2 top_right);
  void name_field(const StampEntry& entry);
  void choose(const StampEntry& entry);
  void report(const Status& status);

  App& app_;
  StampLibrary library_;
  bool open_ = false;
  std::map<std::filesystem::path, Shown> shown_;
  std::filesystem::path naming_;  // whose name is being typed; empty: none
  std::string name_;
  bool focus_name_ = false;
};

}  // namespace repose
