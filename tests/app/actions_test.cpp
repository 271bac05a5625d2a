// The table of actions: every row is complete, and its action works or says why it is not possible.
#include "app/actions/action_table.hpp"

#include <map>
#include <set>

#include "app/actions/action_ids.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

// Closes everything that an action has opened.
void close_everything(Driver& d) {
  for (int i = 0; i < 3; ++i) {
    d.key(SDLK_ESCAPE);
    d.frames(2);
  }
}

const CommandEntry* find_entry(const std::vector<CommandEntry>& entries, const ActionRow& row) {
  const auto found = std::ranges::find(entries, "action/" + std::string(row.id), &CommandEntry::id);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("every row of the action table has a title, a group, something to do, and an id and keys of its own") {
  Driver d;
  std::set<std::string_view> ids;
  std::map<std::pair<KeyContext, std::string>, std::string_view> keys;
  for (const ActionRow& row : d.app().actions().rows()) {
    INFO(row.id);
    CHECK(ids.insert(row.id).second);
    CHECK_FALSE(row.title.empty());
    CHECK_FALSE(row.group.empty());
    CHECK((row.perform != nullptr) != (row.perform_numbered != nullptr));
    for (const DefaultKey& key : row.keys) {
      INFO(key_name(key.key, key.modifiers));
      CHECK(keys.emplace(std::pair{row.context, key_name(key.key, key.modifiers)}, row.id).second);
    }
  }
  for (const ToolInfo& tool : tools()) CHECK(ids.contains(tool.action));
}

TEST_CASE("every action that can be done now is done without a crash") {
  TemporaryFolder folder;
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);  // screenshots and films
  {
    Driver d;
    for (const ActionRow& row : d.app().actions().rows()) {
      INFO(row.id);
      if (row.id == "quit" || !d.app().actions().why_not(row.id).empty()) continue;
      d.app().actions().perform(row.id, 1);
      d.frames(2);
      close_everything(d);
      CHECK(d.app().running());
    }
    d.app().files().recording.cancel();
  }
  ::unsetenv("XDG_PICTURES_DIR");
}

TEST_CASE("what cannot be done now does nothing, and gives the same reason as message, in the palette and on buttons") {
  Driver d;
  d.session().keep_history(std::nullopt);
  d.empty_world(64, 64);
  const ActionTable& actions = d.app().actions();
  const auto hash = d.session().hash();
  const std::vector<CommandEntry> entries = d.app().dialogs().command_palette.entries();
  int refused = 0;
  for (const ActionRow& row : actions.rows()) {
    INFO(row.id);
    const std::string reason = actions.why_not(row.id);
    if (const CommandEntry* const entry = find_entry(entries, row)) CHECK(entry->why_not == reason);
    if (reason.empty()) continue;
    ++refused;
    CHECK(reason.ends_with('.'));
    CHECK(actions.tip(row.id) == reason);
    CHECK_FALSE(actions.is_on(row.id));
    d.app().messages().say("untouched");
    actions.perform(row.id);
    CHECK(d.message() == reason);
  }
  CHECK(refused > 20);
  CHECK(d.session().hash() == hash);
}

TEST_CASE("a greyed menu item gives the reason as its tooltip") {
  Driver d;
  d.click("menu/Edit");
  d.frames(2);
  d.click("menu/Cut");
  d.frames(30);
  CHECK(landmarks().find("tooltip says " + d.app().actions().why_not(action::cut)).has_value());
}

TEST_CASE("every action is in a menu, on a key or in the command palette") {
  Driver d;
  for (const ActionRow& row : d.app().actions().rows()) {
    INFO(row.id);
    CHECK((!row.menu.section.empty() || row.in_palette || !row.keys.empty()));
  }
}

TEST_CASE("every menu shows the actions whose rows name it") {
  Driver d;
  for (const char* menu : {"File", "Edit", "Simulation", "Configs", "Scenes", "Help"}) {
    d.click(std::string("menu/") + menu);
    d.frames(2);
    for (const ActionRow& row : d.app().actions().rows()) {
      if (!row.menu.section.starts_with(std::string(menu) + "/")) continue;
      INFO(row.id);
      const std::string name = row.label_now ? std::string(row.id) : d.app().actions().label(row.id);
      CHECK(landmarks().find("menu/" + name).has_value());
    }
    close_everything(d);
  }
}
