// The table of actions: every row is complete, and its action works or says why it is not possible.
#include "app/desk/action_table.hpp"

#include <map>
#include <set>

#include "driver.hpp"
#include "user_dirs_support.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

// Closes everything that an action has opened.
void close_everything(Driver& d) {
  for (int i = 0; i < 3; ++i) {
    d.key(SDLK_ESCAPE);
    d.frames(2);
  }
}

// Every menu that has rows of the table, with the menu that it opens from.
constexpr std::pair<const char*, const char*> kMenus[] = {{"", "File"},    {"", "Edit"},     {"", "Simulation"},
                                                          {"", "Configs"}, {"", "Scenes"},   {"", "View"},
                                                          {"", "Help"},    {"View", "Show"}, {"View", "Compare with"}};

void open_menu(Driver& d, const std::string& parent, const std::string& menu) {
  close_everything(d);
  for (const std::string& name : {parent, menu}) {
    if (!name.empty()) d.click("menu/" + name);
    d.frames(2);
  }
}

std::string landmark_of(const ActionTable& actions, const ActionRow& row) {
  return "menu/" + (row.label_now ? std::string(row.id) : actions.label(row.id));
}

const CommandEntry* find_entry(const std::vector<CommandEntry>& entries, const ActionRow& row) {
  const auto found = std::ranges::find(entries, "action/" + std::string(row.id), &CommandEntry::id);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE_METHOD(
    Driver,
    "every row of the action table has a title, a group, a place, something to do, and an id and keys of its own") {
  std::set<std::string_view> ids;
  std::map<std::pair<KeyContext, std::string>, std::string_view> keys;
  for (const ActionRow& row : desk().actions.rows()) {
    INFO(row.id);
    CHECK(ids.insert(row.id).second);
    CHECK_FALSE(row.title.empty());
    CHECK_FALSE(row.group.empty());
    CHECK((!row.menu.section.empty() || row.in_palette || !row.keys.empty()));
    CHECK((row.perform != nullptr) != (row.perform_numbered != nullptr));
    for (const DefaultKey& key : row.keys) {
      INFO(key_name(key.key, key.modifiers));
      CHECK(keys.emplace(std::pair{row.context, key_name(key.key, key.modifiers)}, row.id).second);
    }
  }
  for (const ToolInfo& tool : tools()) CHECK(ids.contains(tool.action));
}

TEST_CASE("every action that can be done now is done without a crash") {
  const test::PicturesFolder folder;
  const test::ScopedVariable data("XDG_DATA_HOME", folder.path().string());
  Driver d;
  for (const ActionRow& row : d.desk().actions.rows()) {
    INFO(row.id);
    if (row.id == "quit" || !d.desk().actions.why_not(row.id).empty()) continue;
    d.desk().actions.perform(row.id, 1);
    d.frames(2);
    close_everything(d);
    CHECK(d.app().running());
  }
  d.desk().files.recording.cancel();
}

TEST_CASE_METHOD(
    Driver,
    "what cannot be done now does nothing, and gives the same reason as message, in the palette and on buttons") {
  session().keep_history(std::nullopt);
  empty_world(64, 64);
  const ActionTable& actions = desk().actions;
  const auto hash = session().hash();
  const std::vector<CommandEntry> entries = desk().dialogs->command_palette.entries();
  int refused = 0;
  for (const ActionRow& row : actions.rows()) {
    INFO(row.id);
    const std::string reason = actions.why_not(row.id);
    if (const CommandEntry* const entry = find_entry(entries, row)) CHECK(entry->why_not == reason);
    if (reason.empty()) continue;
    ++refused;
    CHECK(reason.ends_with('.'));
    CHECK(actions.tip(row.id).ends_with(reason));
    CHECK_FALSE(actions.is_on(row.id));
    desk().messages.say("untouched");
    actions.perform(row.id);
    CHECK(message() == reason);
  }
  CHECK(refused > 20);
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(Driver,
                 "every menu shows the actions whose rows name it, and the reason of greyed ones as a tooltip") {
  empty_world(64, 64);
  session().keep_history(std::nullopt);
  const ActionTable& actions = desk().actions;
  std::set<std::string_view> in_a_menu, found;
  int greyed = 0;
  const auto hash = session().hash();
  for (const auto& [parent, menu] : kMenus) {
    const std::string top = *parent == '\0' ? menu : parent;
    for (const ActionRow& row : actions.rows()) {
      if (!row.menu.section.starts_with(top + "/")) continue;
      in_a_menu.insert(row.id);
      if (found.contains(row.id)) continue;
      INFO(row.id);
      const std::string item = landmark_of(actions, row);
      if (!sees(item)) open_menu(*this, parent, menu);  // a click has closed it
      if (!sees(item)) continue;
      found.insert(row.id);
      const std::string reason = actions.why_not(row.id);
      if (reason.empty()) continue;
      ++greyed;
      desk().messages.say("untouched");
      click(item);
      frames(30);
      CHECK(sees("tooltip says " + reason));
      CHECK(message() == "untouched");
    }
  }
  CHECK(found == in_a_menu);
  CHECK(greyed > 10);
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(Driver,
                 "every view of the world is chosen in the menu and the command palette, and chosen again it is left") {
  const WorldViews& views = desk().view.world_views;
  const std::pair<const char*, WorldShow> rows[] = {{"show_density", WorldShow::density},
                                                    {"show_active_cells", WorldShow::active_cells},
                                                    {"show_activity", WorldShow::activity}};
  for (const auto& [id, view] : rows) {
    INFO(id);
    open_menu(*this, "View", "Show");
    click("menu/" + std::string(title_of(view)));
    CHECK(views.shown() == view);
    CHECK(desk().actions.is_on(id));
    CHECK_FALSE(desk().actions.is_on("show_natural"));
    const std::vector<CommandEntry> entries = desk().dialogs->command_palette.entries();
    const CommandEntry* const entry = find_entry(entries, desk().actions.row(id));
    REQUIRE(entry != nullptr);
    CHECK(entry->state == "on");
    entry->run();
    CHECK(views.shown() == WorldShow::natural);
    CHECK(desk().actions.is_on("show_natural"));
  }
}

TEST_CASE_METHOD(Driver, "undo and redo are named after what they undo, and plainly where there is nothing") {
  empty_world(64, 64);
  session().keep_history(std::nullopt);
  session().keep_history(history_limits(Settings{}));
  const ActionTable& actions = desk().actions;
  CHECK(actions.label("undo") == "Undo");
  CHECK(actions.tip("undo") == "Nothing to undo.");
  fill({8, 8}, {8, 8}, "sand");
  CHECK(actions.label("undo") == "Undo paint sand");
  CHECK(actions.tip("undo") == "Undo paint sand");
  CHECK(actions.label("redo") == "Redo");
  actions.perform("undo");
  CHECK(actions.label("redo") == "Redo paint sand");
}
