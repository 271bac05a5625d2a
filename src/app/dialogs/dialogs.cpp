#include "app/dialogs/dialogs.hpp"

#include <utility>

namespace repose {

Dialogs::Dialogs(Simulation& simulation, PaintBox& paint_box, View& view, Files& files, ConfigEditor& editor,
                 Screen& screen, Settings& app_settings, Messages& messages, FrameLoop& loop, ActionTable& actions,
                 std::function<void()> restyle)
    : about(simulation.session(), screen),
      message_log(messages),
      new_world(simulation, view.canvas),
      settings(app_settings, simulation.session(), actions, std::move(restyle)),
      help(app_settings, actions, settings),
      scenes(simulation, files.thumbnails),
      world_choice(files.opener, simulation, files.thumbnails),
      configs(simulation.session(), files.thumbnails, world_choice, loop),
      stamps(simulation, view.clipping, files.stamps, screen, messages, loop, actions),
      report(files.report, messages),
      editor_question(editor),
      command_palette({simulation, paint_box, configs, world_choice, stamps, files.opener, app_settings, actions},
                      messages),
      way(simulation, loop),
      stack({&new_world, &about, &message_log, &report, &settings, &scenes, &configs, &stamps, &world_choice,
             &files.opener.problems(), &editor_question, &help, &files.browser, &command_palette, &way}) {}

}  // namespace repose
