#include "app/desk/files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <variant>

#include "app/desk/desk.hpp"
#include "core/files.hpp"
#include "platform/desktop.hpp"
#include "repose/paths.hpp"
#include "session/config_link.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

bool is_png(const fs::path& path) {  // by the first bytes
  constexpr std::string_view kSignature = "\x89PNG";
  std::string fault;
  return read_file_start(path, kSignature.size(), fault) == kSignature;
}

constexpr int kEmptyWorldCells = 640 * 400;

// The configs that come with Repose, by name.
struct ShippedConfigs {
  ShippedConfigs() {
    for (fs::path& file : files_in(find_data("configs").value_or(fs::path()))) {
      std::string fault;
      auto text = read_whole_file(file, kLinkedTextBytesMax, fault);
      if (!text) continue;
      files.push_back(std::move(file));
      texts.push_back(std::move(*text));
    }
  }
  // The file with this text; null if there is none.
  const fs::path* file_of(const std::string& text) const {
    const auto found = std::ranges::find(texts, text);
    return found == texts.end() ? nullptr : &files[static_cast<std::size_t>(std::distance(texts.begin(), found))];
  }

  std::vector<fs::path> files;
  std::vector<std::string> texts;
};

// The scene of that name if it runs with these rules; `file`: the shipped config that they are, or null.
const Scene* scene_with(std::string_view name, const fs::path* file) {
  const Scene* const scene = name.empty() ? nullptr : find_scene(name);
  if (scene == nullptr || !scene->in_menu) return nullptr;
  const bool suits = scene->config.empty() || (file != nullptr && file->filename() == scene->config);
  return suits ? scene : nullptr;
}

// In a page the text becomes a file, so that the config has a name and can be reloaded.
Command loading(const std::string& text) {
  const fs::path folder = page::incoming_folder(), file = folder / "link.cfg";
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (!folder.empty() && write_whole_file(file, text).ok())
    return command::LoadConfigFile{file, command::KeepWorld::clear};
  return command::LoadConfigText{text, "", command::KeepWorld::clear};
}

// "world-20260131-174500.png".
fs::path dated_path(const fs::path& folder, const std::string& stem, const std::string& suffix) {
  return free_path(folder, fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, fmt::localtime(std::time(nullptr))), suffix);
}

}  // namespace

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

bool FileOpener::load_config(const Command& command, const std::string& name) {
  CommandResult result = desk_.simulation.load_config(command);
  if (result.ok) {
    desk_.show_problems({});
    return true;
  }
  desk_.messages.say(result.message, Tone::error);
  if (result.diagnostics.empty()) return false;
  const auto* from_file = std::get_if<command::LoadConfigFile>(&command);
  Command in_spite = command;
  std::visit(
      [](auto& c) {
        if constexpr (requires { c.accept_errors; }) c.accept_errors = true;
      },
      in_spite);
  desk_.show_problems(
      {name, std::move(result.diagnostics), in_spite, from_file != nullptr ? from_file->path : fs::path()});
  return false;
}

void FileOpener::open(const fs::path& path) {
  const std::string extension = lower_extension(path);
  if (is_world_file(path) || extension == kWorldFileSuffix) {
    if (!desk_.files.worlds.load(path)) return;
    desk_.show_problems({});
    desk_.files.worlds.opened(path);
    return remember_recent(desk_.settings, path);
  }
  if (extension == kReplayFileSuffix || holds_replay(path)) {
    if (desk_.files.replays.open(path)) remember_recent(desk_.settings, path);
    return;
  }
  if (is_png(path) || extension == ".png") {
    const bool heights = desk_.simulation.knows(Plane::height);
    const CommandResult result = heights ? desk_.simulation.execute(command::LoadHeightMap{path})
                                         : desk_.simulation.execute(command::LoadPicture{path, true});
    if (!result.ok) return;
    desk_.view.canvas.fit();
    return remember_recent(desk_.settings, path);
  }
  constexpr std::size_t kBeginning = 4096;  // bytes: enough to tell what it is
  std::string fault;
  const auto beginning = read_file_start(path, kBeginning, fault);
  if (!beginning) return desk_.messages.say(fault, Tone::error);
  if (start_challenge && is_challenge(*beginning)) {
    if (beginning->find("\nat ") != beginning->npos)  // its solution as text
      return desk_.messages.say(
          trf("{} is the solution of a challenge. repose-cli judge plays it.", path.filename().string()));
    ChallengeResult read = read_challenge_file(path, default_rules());
    if (!read.challenge)
      return desk_.show_problems(
          {.title = path.filename().string(), .diagnostics = std::move(read.diagnostics), .of_challenge = true});
    desk_.show_problems({});
    return start_challenge(std::move(read.challenge));
  }
  choose_config ? choose_config(path) : open_config(path, command::KeepWorld::by_name);
}

void FileOpener::open_config(const fs::path& path, command::KeepWorld keep) {
  const bool loaded = load_config(command::LoadConfigFile{path, keep, false}, path.filename().string());
  if (loaded && desk_.session().ruleset().source == path.string()) remember_recent(desk_.settings, path);
}

void FileOpener::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  desk_.simulation.knows(Plane::height) ? desk_.simulation.execute(command::SaveHeightMap{target})
                                        : desk_.simulation.execute(command::SavePicture{target});
}

void FileOpener::ask_what_to_open() {
  desk_.ask_for_file(
      {tr("Open a world, a config, a picture or a replay"),
       false,
       {std::string(kWorldFileSuffix), std::string(kReplayFileSuffix), ".cfg", ".txt", ".png", ".challenge"},
       "",
       [this](const fs::path& path) { open(path); }});
}

void FileOpener::ask_where_to_save_picture() {
  const bool heights = desk_.simulation.knows(Plane::height);
  desk_.ask_for_file({heights ? tr("Export the heights as a greyscale picture") : tr("Export a picture of the world"),
                      true,
                      {".png"},
                      heights ? "heights.png" : "world.png",
                      [this](const fs::path& path) { save_picture(path); }});
}

void share_config_link(Desk& desk) {
  const Session& session = desk.session();
  const ShippedConfigs shipped;
  ConfigLink link{session.ruleset().text, std::string(session.automaton()), ""};
  const Scene* const scene = scene_with(session.scene(), shipped.file_of(link.text));
  if (scene != nullptr) link.scene = scene->name;
  std::string made;
  if (const Status status = make_config_link(link, page::address(), shipped.texts, made); !status) {
    return desk.messages.say(trf("{} Share picture with replay carries any config.", status.message()), Tone::warning);
  }
  page::copy_link(made,
                  scene != nullptr
                      ? trf("The link was copied. It carries the config and the scene {}, but not what was painted.",
                            tr(scene->title.data()))
                      : tr("The link was copied. It carries the config, but not what was painted."),
                  tr("The browser did not let the page copy. The link is in the address bar now: copy it from there."));
}

bool open_config_link(Desk& desk, const std::string& text) {
  const ShippedConfigs shipped;
  ConfigLink link;
  if (const Status status = read_config_link(text, shipped.texts, link); !status) {
    desk.messages.say(status.message(), Tone::error);
    return false;
  }
  const Session& session = desk.session();
  const fs::path* const file = shipped.file_of(link.text);
  desk.files.opener.load_config(
      file != nullptr ? Command{command::LoadConfigFile{*file, command::KeepWorld::clear}} : loading(link.text),
      tr("The config of the link"));
  if (session.ruleset().text != link.text) return false;  // it has errors, and the dialog of its problems is open
  if (const Scene* const scene = scene_with(link.scene, file)) {
    desk.simulation.load_scene(std::string(scene->name));
  } else if (const auto extent = desk.simulation.extent_for_canvas(kEmptyWorldCells)) {
    desk.simulation.execute(command::NewWorld{extent->width, extent->height});
  }
  const bool other = link.automaton != session.automaton() && session.registry().automaton(link.automaton) != nullptr;
  if (other && session.preview_switch(link.automaton).config.empty())
    desk.simulation.switch_solver(link.automaton, desk.simulation.backend_for(link.automaton));
  desk.messages.say(trf("Opened the config of the link; {} runs it.", session.automaton()), Tone::good);
  return true;
}

std::optional<ConfigWatch::Version> ConfigWatch::version_on_disk() const {
  if (file_.empty()) return std::nullopt;
  std::error_code no_time, no_size;
  const Version version{fs::last_write_time(file_, no_time), fs::file_size(file_, no_size)};
  return no_time || no_size ? std::nullopt : std::optional(version);
}

void ConfigWatch::follow(const fs::path& file) {
  file_ = file;
  known_ = seen_ = version_on_disk();
}

bool ConfigWatch::changed(double now) {
  constexpr double kPollSeconds = 0.5;
  if (file_.empty() || now - checked_at_ < kPollSeconds) return false;
  checked_at_ = now;
  const std::optional<Version> version = version_on_disk();
  const bool settled = version && version == seen_;
  seen_ = version;
  if (!settled || version == known_) return false;
  known_ = version;
  return true;
}

void Injection::ask_for_folder() {
  desk_.ask_for_file({.title = of_colliders() ? tr("Inject colliders: a folder of greyscale pictures")
                                              : tr("Inject heights: a folder of greyscale pictures"),
                      .save = false,
                      .extensions = {".png"},
                      .name = {},
                      .chosen = [this](const std::filesystem::path& folder) { begin(folder); },
                      .folder = true});
}

void Injection::begin(const std::filesystem::path& folder) {
  PictureSeries series;
  if (const Status status = series.open(folder, plane_); !status)
    return desk_.messages.say(status.message(), Tone::warning);
  const Session& session = desk_.session();
  series_ = std::move(series);
  first_step_ = last_step_ = session.step_count();
  width_ = session.width();
  height_ = session.height();
  injected_ = false;
  desk_.messages.say(trf_n("Injecting {} picture while the simulation runs.",
                           "Injecting {} pictures while the simulation runs.", series_->count()));
  play(1);
}

void Injection::stop() {
  if (!series_) return;
  const std::size_t played = series_->played(), count = series_->count();
  series_.reset();
  desk_.messages.say(trf("Injected {} of {} pictures.", played, count));
}

void Injection::tick() {
  if (!series_ || desk_.session().stepping()) return;
  const Session& session = desk_.session();
  const bool same_world =
      desk_.simulation.knows(Plane::height) && session.width() == width_ && session.height() == height_;
  if (!same_world || session.step_count() < last_step_ || desk_.simulation.in_the_past()) {
    series_.reset();
    return desk_.messages.say(of_colliders() ? tr("The injection of colliders has ended, because another world runs.")
                                             : tr("The injection of heights has ended, because another world runs."),
                              Tone::warning);
  }
  last_step_ = desk_.session().step_count();
  const std::uint64_t due = (last_step_ - first_step_) / kPictureSteps + 1;
  if (due > series_->played()) play(static_cast<std::size_t>(due) - series_->played());
}

// One undo takes back all of it, as long as nothing else was done in between.
void Injection::play(std::size_t pictures) {
  std::vector<Edit> edits;
  if (const Status status = series_->play(pictures, desk_.session().ruleset(), edits); !status) {
    series_.reset();
    return desk_.messages.say(status.message(), Tone::warning);
  }
  for (Edit& edit : edits)
    desk_.simulation.execute(command::Paint{std::move(edit), std::exchange(injected_, true),
                                            of_colliders() ? tr("Inject colliders") : tr("Inject heights")});
  if (series_->ended()) stop();
}

std::vector<fs::path> files_in(const fs::path& folder, std::initializer_list<std::string_view> extensions) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const bool wanted =
        extensions.size() == 0 || std::ranges::find(extensions, it->path().extension().string()) != extensions.end();
    if (wanted && it->is_regular_file(error)) files.push_back(it->path());
  }
  std::ranges::sort(files);
  return files;
}

fs::path free_path(const fs::path& folder, const std::string& stem, const std::string& suffix, char before_number) {
  std::error_code error;
  fs::path path = folder / (stem + suffix);
  for (int n = 2; fs::exists(path, error); ++n) path = folder / fmt::format("{}{}{}{}", stem, before_number, n, suffix);
  return path;
}

fs::path new_picture_path(const std::string& stem, const std::string& suffix) {
  return dated_path(page::exchanges_files() ? page::outgoing_folder() : pictures_folder(), stem, suffix);
}

fs::path new_film_path(const std::string& stem, const std::string& suffix) {
  return dated_path(page::exchanges_files() ? page::outgoing_folder() : films_folder(), stem, suffix);
}

// A problem report: nothing is sent anywhere.

std::string describe_for_report(Desk& desk) {
  const Session& session = desk.session();
  const TimelineFacts line = session.timeline();
  std::string text =
      fmt::format("Repose {} on {}, {} processors\n", REPOSE_VERSION, SDL_GetPlatform(), SDL_GetCPUCount());
  text += fmt::format("Picture drawn by: {}\n", desk.screen->renderer_name());
  if (!desk.screen->gpu_unavailable().empty()) text += fmt::format("No OpenGL: {}\n", desk.screen->gpu_unavailable());
  text += fmt::format("World: {} x {} cells, {} on {}, step {}, seed {}, scene '{}', config '{}'\n", session.width(),
                      session.height(), session.automaton(), backend_name(session.backend()), session.step_count(),
                      session.run_settings().seed, session.scene(), session.ruleset().title);
  text += fmt::format("Replay: {} steps; position {} of {} to {}\n", line.newest - line.oldest, line.now, line.oldest,
                      line.newest);
  text += fmt::format("Last message: {}\n", desk.messages.last().text);
  text +=
      fmt::format("Window: {} x {}, text at {} %, {}, speed {}\n", desk.settings.window.width,
                  desk.settings.window.height, desk.settings.window.ui_scale_percent,
                  kThemeWords[static_cast<std::size_t>(desk.settings.window.theme)], desk.simulation.speed().text());
  std::string parameters;
  const Solver& solver = session.solver_facts();
  for (const ParameterInfo& info : solver.parameters()) {
    if (solver.parameter(info.name) != info.default_value)
      parameters += fmt::format("  {} = {}\n", info.name, parameter_text(solver, info.name));
  }
  text += "\nParameters\n" + (parameters.empty() ? "  all as usual\n" : parameters);
  text += "\nSolvers\n";
  for (const SolverEntry& entry : session.registry().solvers()) {
    text += fmt::format("  {:<11} {:<7} {}\n", entry.automaton, backend_name(entry.backend),
                        entry.available() ? "runs" : entry.unavailable);
  }
  return text;
}

fs::path problem_report_folder(const fs::path& in) { return dated_path(in, "repose-report", ""); }

Status write_problem_report(Desk& desk, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Status::failure(trf("{} could not be made: {}.", folder.string(), error.message()));
  const std::string text = describe_for_report(desk);  // here, before another message replaces the last one
  const CommandResult saved = desk.simulation.execute(command::SaveReplay{folder / "last minutes.replay"});
  if (!saved.ok) return Status::failure(saved.message);
  return write_whole_file(folder / "about.txt", text);
}

}  // namespace repose
