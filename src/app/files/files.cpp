#include "app/files/files.hpp"

namespace repose {

Files::Files(Simulation& simulation, WorldCanvas& canvas, Screen& screen, Settings& settings, Messages& messages,
             FrameLoop& loop, Layout& layout, const ActionTable& actions, const std::filesystem::path& autosave_folder,
             double autosave_seconds)
    : thumbnails(screen),
      replays(simulation, canvas, browser, messages, loop, actions),
      worlds(simulation, canvas, replays, browser, screen, settings, messages, loop, autosave_folder, autosave_seconds),
      recording(simulation, canvas, browser, screen, settings, messages, loop, layout, actions),
      opener(simulation, canvas, worlds, replays, browser, settings, messages),
      links(simulation, opener, messages),
      report(simulation, screen, settings, messages),
      injection(simulation, browser, messages) {}

}  // namespace repose
