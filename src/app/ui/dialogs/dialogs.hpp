// Every dialog of the app, and the small ones: about, messages, problem report, new world.
#pragma once

#include <set>

#include "app/desk/desk.hpp"
#include "app/ui/editor/config_editor.hpp"
#include "app/widgets/text.hpp"
#include "app/widgets/widgets.hpp"
#include "session/gallery_index.hpp"
#include "session/scenes/land.hpp"

namespace repose {

// The base of all dialogs: a window that takes all keys and the mouse while it is open.
class Dialog {
 public:
  explicit Dialog(Desk& desk) : desk_(desk) {}
  virtual ~Dialog() = default;
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;

  void open() { open_ = true; }
  virtual bool is_open() const { return open_; }
  virtual void close() { open_ = false; }
  // Call once a frame, even while closed: ImGui must see that a dialog has been closed.
  virtual void draw() = 0;

 protected:
  Desk& desk_;
  bool open_ = false;
};

// The entries of the command palette: actions, elements, scenes, configs, stamps, solvers, parameters, files.
struct CommandEntry {
  std::string id;  // the same in every run: "action/undo", "scene/falls"
  std::string title;
  std::string kind;            // "Scene", or the group of an action
  std::string other_words;     // names from other programs; the title in English
  std::string state;           // of switches and parameters: "on", "0.5"; else empty
  std::string keys;            // may be empty
  std::string why_not;         // why it is not possible now; empty: it is possible
  std::optional<Color> color;  // of elements
  // Exactly one of the two is set: the function to run, or the parameter whose value is asked for.
  std::function<void()> run;
  std::optional<ParameterInfo> asks_for;
};

class CommandPalette final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  void draw() override;
  // All entries that the field can find now. Reads the folders of configs and stamps.
  std::vector<CommandEntry> entries() const;

 private:
  // The parts of the list without text, in their order.
  enum class Part : unsigned char { recent, scenes, others };
  struct Found {
    std::size_t entry = 0;
    FuzzyMatch match;
    Part part = Part::others;
  };

  // Finds entries for the text of the field: the best first. Without text: the last used ones, then the scenes, then
  // all others.
  void search();
  void list();
  void row(std::size_t place);
  void choose(std::size_t place);
  void set_asked_value();

  bool appearing_ = false, focus_ = false, reveal_ = false;
  std::string text_;
  std::vector<CommandEntry> entries_;
  std::vector<Found> found_;
  std::size_t chosen_ = 0;              // index into found_
  std::optional<ParameterInfo> asked_;  // the parameter whose value is being typed
};

class FileBrowser final : public Dialog {
 public:
  using Dialog::Dialog;

  // In a page the browser asks for files to open, and what is saved is downloaded under the proposed name.
  void open(FileRequest request);
  void draw() override;
  // The folder that is shown next; stored while the app runs.
  void set_folder(const std::filesystem::path& folder);
  // The folder in which a file was chosen last; empty if none was.
  const std::filesystem::path& used_folder() const { return used_folder_; }

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void list();
  // Whether the file that is chosen now has been warned about. A changed name or folder needs another warning.
  bool warned() const { return !warned_of_.empty() && warned_of_ == request_.name; }
  void choose();
  void choose_beside(int by);  // puts the name of the next entry into the field
  bool shown(const std::filesystem::path& file) const;

  FileRequest request_;
  std::filesystem::path folder_, used_folder_;
  std::vector<std::filesystem::path> disks_;  // only on Windows
  std::vector<Entry> entries_;
  std::string problem_;    // about the folder
  std::string warned_of_;  // a name that was warned about: the file exists and would be overwritten, or does not exist
                           // and cannot be opened
  bool focus_name_ = false, reveal_ = false;
};

// The problems that the reader found in a config. The running world continues behind the dialog.
class ConfigProblemsDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void open(ConfigProblems problems);
  const ConfigProblems& problems() const { return problems_; }
  void draw() override;

 private:
  ConfigProblems problems_;
};

class SceneGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;

 private:
  void cards(const std::vector<std::pair<const Scene*, std::string>>& list);
};

// "Make a land": five amounts and a seed. The world behind the dialog is the land from the first moment on; Cancel
// brings back the world before. One operation of undo.
class LandDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();            // with the amounts of the last time, and another seed
  void close() override;  // as Cancel
  const LandPlan& plan() const { return plan_; }
  void draw() override;

 private:
  void make();
  void take_back();

  LandPlan plan_, made_;    // as the sliders are, and as the world is
  bool is_made_ = false;    // the last operation is a land of this dialog
  std::string made_title_;  // of that operation
  double made_at_ = 0;      // by the app's clock
  int choice_ = 0;          // the slider that the arrow keys move
};

class ChallengeGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;

 private:
  bool card(const Challenge& challenge, float width);
  bool today(const Challenge& challenge);
  void move_choice(const std::vector<std::shared_ptr<const Challenge>>& all, int columns);

  std::map<std::string, ImTextureID> pictures_;
  std::size_t choice_ = 0;  // of the list: what Return begins
  bool reveal_ = false;
  bool on_today_ = false;  // Return begins the world of the day
};

// Pictures and replays that people share: a folder with the index of a gallery. In a page it is the folder `gallery` of
// the page's host, and files are fetched when they are seen.
class WorldGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  // Shows the folder that was shown last, or the one of the page's host.
  void open();
  // Shows another folder from now on.
  void show_folder(const std::filesystem::path& folder);
  void draw() override;

 private:
  // What is known of the file of an entry; read when its card is first seen.
  struct Shown {
    ImTextureID picture = nullptr;
    bool is_read = false;
    std::string problem;  // it cannot be played
  };

  static bool is_hosted();
  void read();
  void read_index();
  void look_at(const GalleryEntry& entry, Shown& shown);
  bool card(const GalleryEntry& entry, float width);

  std::filesystem::path folder_;
  std::vector<GalleryEntry> entries_;
  std::string problem_;    // about the folder
  bool arriving_ = false;  // the index is being fetched
  std::map<std::string, Shown> shown_;
};

// What was discovered, by the chapters of the codex.
class DiscoveryList final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;

 private:
  void move_choice(const Codex& codex, int columns);
  void entry(const CodexEntry& entry, float width, bool is_choice);
  void export_found();

  std::size_t chapter_ = 0;      // the one that is shown
  std::size_t choice_ = 0;       // of the entries: what Return acts on; in that chapter
  bool reveal_ = false;          // the choice has moved
  std::set<std::string> hints_;  // the entries whose hint is shown
};

// Asks which world to go on with: the present one, or another that suits what a person has just chosen. Used when other
// rules or another automaton are about to run.

class WorldChoice final : public Dialog {
 public:
  using Dialog::Dialog;

  // Opens a config. Asks first, unless the present world is empty, the config has errors, or it runs already.
  void open_config(const std::filesystem::path& config);
  // Runs an automaton. Asks first if it is another one, unless the present world is empty, or an earlier world comes
  // back.
  void run_automaton(std::string_view automaton, Backend backend);
  void draw() override;

 private:
  // What is asked. The functions are called once, after the dialog is closed.
  struct Question {
    std::string title, text;
    const Scene* scene = nullptr;  // offered if there is one
    std::function<void()> open_scene;
    std::string keep_label, keep_text;
    std::function<void()> keep;
    std::function<void()> start_empty;  // may be null: not offered
    bool prefers_other = false;         // Enter takes the scene, or else the empty world
  };

  void ask(Question question);
  void keep_column(float width);
  void answer(const std::function<void()>& chosen);

  Question question_;
};

// The configs with their contents.
class ConfigGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  // Opens with the configs that exist now.
  void open() {
    library_.refresh();
    open_ = true;
  }
  // Closes the gallery and opens the config; asks which world to go on with.
  void choose(const std::filesystem::path& config);
  void draw() override;
  ConfigLibrary& library() { return library_; }

 private:
  void cards(bool shipped);
  bool card(const ConfigEntry& entry, float width);

  ConfigLibrary library_;
};

// The stamps as pictures: choose, rename, delete.
class StampGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  // Opens with the name of that stamp ready to be typed.
  void open_to_name(const std::filesystem::path& file);
  void draw() override;

  // Places a stamp that was not chosen from its card. If that is not possible, shows a message that says why.
  void place(const StampEntry& entry);

 private:
  // A stamp in the form in which the running world would get it.
  struct Shown {
    std::shared_ptr<const Clip> clip;  // null when it cannot be read
    ImTextureID picture = nullptr;
    std::string problem;
  };

  void forget_pictures();
  const Shown& read(const StampEntry& entry);
  void cards(bool shipped);
  void card(const StampEntry& entry);
  void picture(const Shown& shown, ImVec2 low, ImVec2 high) const;
  void name_field(const StampEntry& entry);
  void choose(const StampEntry& entry);
  void report(const Status& status);

  std::map<std::filesystem::path, Shown> shown_;
  std::filesystem::path naming_;  // the stamp whose name is being typed; empty: none
  std::string name_;
  bool focus_name_ = false;
};

// Percent; 0: automatic.
inline constexpr int kTextSizes[] = {0, 75, 100, 125, 150, 175, 200, 250, 300};
std::string text_size_title(int percent);

// The settings' list of keys: click one, press another.
class KeySettings {
 public:
  explicit KeySettings(Desk& desk) : desk_(desk) {}

  // Call when the list has been opened.
  void begin();
  // Draws inside the settings' window.
  void draw();

  // The next pressed key will be assigned to an action: the list must get all keys.
  bool waits_for_key() const { return asked_ && !asked_->wanted; }
  void assign(KeyChord chord);
  // Stops waiting for a key; no key changes.
  void cancel();

 private:
  // An action that waits for a key, to replace an old one or to be added.
  struct Asked {
    std::string_view action;
    std::optional<KeyChord> old;
    std::optional<KeyChord> wanted;  // the key that was pressed, if another action has it
  };

  void put(KeyChord chord);
  void chips(const ActionRow& action);
  void chip_of(const ActionRow& action, std::optional<KeyChord> chord, const std::string& label,
               const std::string& mark);
  void conflict();

  Desk& desk_;
  std::string search_, problem_;
  std::optional<Asked> asked_;
  bool focus_ = false;  // the search field gets the focus
  bool sure_ = false;   // "Reset all" was pressed once and asks for confirmation
};

class SettingsDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  // Opens with the tab of keys.
  void open_keys();
  KeySettings& keys() { return keys_; }
  void draw() override;

 private:
  void general();

  KeySettings keys_{desk_};
  bool shows_keys_ = false;
};

// F1: every key and mouse gesture.
class HelpDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void toggle() { open_ = !open_; }
  void draw() override;

 private:
  std::string search_;
};

// The version, and what draws and computes.
class AboutDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;
};

// The last messages of the status bar, newest first.
class MessageLog final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;
};

// Asks for the size of a new world, or for another size of the running one.
struct NewWorldForm {
  int width = 640, height = 400;
  bool resize = false;  // keep the content instead of starting empty
  int anchor = static_cast<int>(command::Anchor::bottom);
};

class NewWorldDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  // A new world has the shape of the window at first; resizing begins with the size of the running world.
  void open(bool resize);
  NewWorldForm& form() { return form_; }
  void draw() override;

 private:
  NewWorldForm form_;
};

// "Report a problem": shows the content of a report, writes it, and shows where it is.
class ProblemReportDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  // A report is written into a new folder inside this one. Empty: the home folder.
  void set_parent_folder(const std::filesystem::path& folder) { parent_ = folder; }
  // The folder of the report that was written; empty: none was written.
  const std::filesystem::path& folder() const { return folder_; }
  void draw() override;

 private:
  std::string text_;
  std::filesystem::path parent_, folder_;
};

// The config editor's question whether to keep edits.
class EditorQuestion final : public Dialog {
 public:
  using Dialog::Dialog;

  bool is_open() const override { return desk_.editor->asking(); }
  void close() override { desk_.editor->cancel(); }
  void draw() override { desk_.editor->draw_question(); }
};

class Dialogs {
  Desk& desk_;

 public:
  explicit Dialogs(Desk& desk) : desk_(desk) {}

  bool any_open() const {
    return std::ranges::any_of(all_, [](const Dialog* dialog) { return dialog->is_open(); });
  }
  void close_all() {
    for (Dialog* dialog : all_) dialog->close();
  }
  void draw() {
    for (Dialog* dialog : all_) dialog->draw();
  }

  FileBrowser browser{desk_};
  ConfigProblemsDialog problems{desk_};
  AboutDialog about{desk_};
  MessageLog message_log{desk_};
  NewWorldDialog new_world{desk_};
  SettingsDialog settings{desk_};
  HelpDialog help{desk_};
  SceneGallery scenes{desk_};
  ChallengeGallery challenges{desk_};
  WorldGallery gallery{desk_};
  DiscoveryList discoveries{desk_};
  LandDialog land{desk_};
  WorldChoice world_choice{desk_};
  ConfigGallery configs{desk_};
  StampGallery stamps{desk_};
  ProblemReportDialog report{desk_};
  EditorQuestion editor_question{desk_};
  CommandPalette command_palette{desk_};

 private:
  // Later dialogs are drawn over earlier ones.
  std::vector<Dialog*> all_ = {&new_world,    &about,    &message_log,     &report,      &settings, &scenes,
                               &challenges,   &land,     &gallery,         &discoveries, &configs,  &stamps,
                               &world_choice, &problems, &editor_question, &help,        &browser,  &command_palette};
};

}  // namespace repose
