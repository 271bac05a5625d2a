#include "app/files/files.hpp"

#include "app/desk/desk.hpp"

namespace repose {

Files::Files(Desk& desk, const std::filesystem::path& autosave_folder)
    : thumbnails(desk),
      replays(desk),
      worlds(desk, autosave_folder),
      recording(desk),
      opener(desk),
      links(desk),
      report(desk),
      injection(desk) {}

}  // namespace repose
