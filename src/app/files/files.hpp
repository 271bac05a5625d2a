// All parts of the app that read or write files, except the settings.
#pragma once

#include "app/dialogs/file_dialogs.hpp"
#include "app/files/config_links.hpp"
#include "app/files/file_opener.hpp"
#include "app/files/height_injection.hpp"
#include "app/files/problem_report.hpp"
#include "app/files/recording.hpp"
#include "app/files/replays.hpp"
#include "app/files/stamp_library.hpp"
#include "app/files/thumbnails.hpp"
#include "app/files/world_files.hpp"

namespace repose {

struct Desk;

class Files {
 public:
  // Worlds are stored in `autosave_folder` at intervals; empty: they are not.
  Files(Desk& desk, const std::filesystem::path& autosave_folder);

  bool busy() const { return worlds.busy() || recording.busy(); }

  FileBrowser browser;  // asks for a file; shared by all of them
  StampLibrary stamps;
  Thumbnails thumbnails;
  Replays replays;
  WorldFiles worlds;
  Recording recording;
  FileOpener opener;
  ConfigLinks links;
  ProblemReport report;
  HeightInjection injection;
};

}  // namespace repose
