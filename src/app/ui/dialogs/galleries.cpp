// The galleries of scenes, configs, stamps and shared worlds, and the question which world goes on.
#include "app/ui/dialogs/dialogs.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <system_error>

#include "app/widgets/widgets.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/page.hpp"
#include "repose/paths.hpp"
#include "repose/picture.hpp"
#include "session/challenge.hpp"

namespace repose {

constexpr float kCardLeast = 376;  // points

// Each scene with its text.
void SceneGallery::cards(const std::vector<std::pair<const Scene*, std::string>>& list) {
  CardColumns columns = card_columns(kCardLeast);
  for (const auto& [scene, text] : list) {
    columns.next();
    const std::string name(scene->name);
    const PictureCard card = picture_card(name, "scenes/" + name, desk_.session().scene() == name, columns.width,
                                          {px(160, 120), px(100, 75)}, is_narrow() ? text : "");
    draw_picture(desk_.files.thumbnails.of(*desk_.screen, *scene), card.low, card.high);
    ImDrawList& drawn = *ImGui::GetWindowDrawList();
    draw_heading(drawn, {card.text_x, card.low.y}, tr(scene->title.data()));
    draw_text(drawn, {card.text_x, card.low.y + px(26)}, card.text_width, theme().dim, text);
    if (!card.pressed) continue;
    desk_.simulation.load_scene(name);
    close();
  }
}

void SceneGallery::draw() {
  if (!begin_gallery(fmt::format("{}###gallery", tr("Scenes")).c_str(), open_)) return;
  // The best scene of each automaton that comes from elsewhere is in the first part only.
  std::vector<std::pair<const Scene*, std::string>> classics, others;
  for (const AutomatonDefinition& automaton : desk_.registry.automata()) {
    const Scene* const scene = find_scene(automaton.best_scene);
    if (scene == nullptr || !automaton.source.starts_with("from ")) continue;
    const std::string whole = tr(automaton.title.data()), title = whole.substr(0, whole.find(" ("));
    classics.emplace_back(scene, trf("{}, {}. {}", title, tr(automaton.source.data()), tr(scene->description.data())));
  }
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu || std::ranges::find(classics, &scene, &decltype(classics)::value_type::first) != classics.end())
      continue;
    const std::string_view own = scene.automaton.empty() ? scene.opens_in : scene.automaton;
    const AutomatonDefinition* const automaton = desk_.registry.automaton(own);
    const bool is_usual = automaton == nullptr || automaton == desk_.registry.automata().data();
    others.emplace_back(
        &scene, is_usual ? std::string(tr(scene.description.data()))
                         : trf("{} By the rules of {}.", tr(scene.description.data()), tr(automaton->title.data())));
  }
  ImGui::BeginChild("cards", {}, false, ImGuiWindowFlags_NavFlattened);
  section(tr("The classics"));
  cards(classics);
  ImGui::Dummy({0, px(6)});
  section(tr("Worlds to play in"));
  cards(others);
  ImGui::EndChild();
  end_dialog();
}

namespace {

constexpr float kPictureWidth = 224, kPictureHeight = 140, kChoiceGap = 20;
constexpr double kMuchLost = 0.5;  // of the cells: from here on another world is the better answer

bool is_empty(const Session& session) {
  if (!session.solver_facts().state_planes().has(Plane::cells)) return false;
  const World world = session.download();
  return std::ranges::all_of(world.cells(), [](std::uint8_t element) { return element == 0; });
}

// A sentence about the cells that become background.
std::string loss_sentence(double lost_share) {
  if (lost_share <= 0) return tr("Nothing becomes background.");
  const int percent = std::clamp(static_cast<int>(std::lround(lost_share * 100)), 1, 100);
  return trf("{} % of this world has no element of the same name there and becomes background.", percent);
}

// A button of a choice; Enter presses the one that is preferred.
bool choice_button(const std::string& landmark, const char* label, bool preferred, float width) {
  const bool pressed = preferred ? default_button(label, width) : ImGui::Button(label, {width, 0});
  if (!preferred) landmarks().mark(landmark);
  return pressed;
}

// A scene of the menu that needs this config; null if there is none.
const Scene* scene_of_config(const std::filesystem::path& file) {
  if (!is_shipped_folder(file.parent_path())) return nullptr;
  for (const Scene& scene : scenes()) {
    if (scene.in_menu && scene.config == file.filename().string()) return &scene;
  }
  return nullptr;
}

}  // namespace

void WorldChoice::ask(Question question) {
  question_ = std::move(question);
  open_ = true;
}

void WorldChoice::open_config(const std::filesystem::path& config) {
  const auto keep = [this, config] { desk_.files.opener.open_config(config, command::KeepWorld::by_name); };
  const ConfigResult read = read_config_file(config);
  const bool runs = desk_.session().ruleset().source == config.string();
  if (runs || !read.ruleset || has_errors(read.diagnostics) || is_empty(desk_.session())) return keep();
  Question question;
  question.title = config.filename().string();
  question.text = tr("Which world do you want to go on with?");
  question.scene = scene_of_config(config);
  question.open_scene = [this, scene = question.scene] { desk_.simulation.load_scene(std::string(scene->name)); };
  const double lost = desk_.session().share_lost(*read.ruleset);
  question.keep_label = text_id("Keep the world");
  question.keep_text = loss_sentence(lost);
  question.keep = keep;
  question.start_empty = [this, config] { desk_.files.opener.open_config(config, command::KeepWorld::clear); };
  question.prefers_other = lost > kMuchLost;
  ask(std::move(question));
}

void WorldChoice::run_automaton(std::string_view name, Backend backend) {
  const Session& session = desk_.session();
  const auto change = [this, automaton = std::string(name), backend] {
    desk_.simulation.switch_solver(automaton, backend);
  };
  const AutomatonDefinition* const automaton = session.registry().automaton(name);
  const SwitchPreview preview = session.preview_switch(name);
  const bool asks = automaton != nullptr && name != session.automaton() && !preview.returns;
  if (!asks || is_empty(session)) return change();
  Question question;
  question.title = tr(automaton->title.data());
  question.text = tr(automaton->summary.data());
  question.scene = find_scene(automaton->best_scene);
  question.open_scene = [this, change, scene = question.scene] {
    if (scene->automaton.empty() && scene->opens_in.empty()) change();  // it runs in whatever automaton runs
    desk_.simulation.load_scene(std::string(scene->name));
  };
  question.keep_label = preview.other_world ? text_id("Start with empty ground") : text_id("Carry this world over");
  question.keep_text =
      preview.other_world ? tr("The present world waits until you come back.") : loss_sentence(preview.lost_share);
  if (!preview.config.empty()) question.keep_text += ' ' + trf("The rules become those of {}.", preview.config);
  if (!preview.hardened.empty()) question.keep_text += ' ' + trf("These become solid: {}.", preview.hardened);
  question.keep = change;
  question.prefers_other = preview.other_world || preview.lost_share > kMuchLost;
  ask(std::move(question));
}

void WorldChoice::answer(const std::function<void()>& chosen) {
  const std::function<void()> run = chosen;  // it may ask another question
  close();
  run();
}

void WorldChoice::keep_column(float width) {
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  dim_text(breakable(question_.keep_text));
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, px(4)});
  const bool keeps =
      choice_button(question_.keep_label, tr(question_.keep_label.c_str()), !question_.prefers_other, width);
  landmarks().mark("choice/keep");
  if (keeps) return answer(question_.keep);
  if (!question_.start_empty) return;
  const bool fresh = choice_button("Start with an empty world", tr("Start with an empty world"),
                                   question_.prefers_other && question_.scene == nullptr, width);
  landmarks().mark("choice/empty");
  if (fresh) answer(question_.start_empty);
}

void WorldChoice::draw() {
  const std::string title = question_.title + "###world choice";
  const bool has_scene = question_.scene != nullptr;
  if (!begin_dialog(title.c_str(), open_, has_scene ? 540 : 400)) return;
  wrapped_text(question_.text);
  ImGui::Dummy({0, px(4)});
  const float room = ImGui::GetContentRegionAvail().x;
  if (has_scene) {
    const float width = std::min(px(kPictureWidth), (room - px(kChoiceGap)) / 2);
    ImGui::BeginGroup();
    const Scene& scene = *question_.scene;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high = {low.x + width, low.y + width * kPictureHeight / kPictureWidth};
    draw_picture(desk_.files.thumbnails.of(*desk_.screen, scene), low, high);
    ImGui::Dummy({width, high.y - low.y});
    const char* const description = tr(scene.description.data());
    tooltip(description);
    const std::string label = trf("Open {}", tr(scene.title.data()));
    const bool chosen =
        choice_button(fmt::format("Open {}", scene.title), label.c_str(), question_.prefers_other, width);
    mark_item("choice/scene", description);
    if (chosen) answer(question_.open_scene);
    ImGui::EndGroup();
    ImGui::SameLine(0, px(kChoiceGap));
    ImGui::BeginGroup();
    keep_column(room - width - px(kChoiceGap));
    ImGui::EndGroup();
  } else {
    keep_column(room);
  }
  end_dialog();
}

namespace {

constexpr float kCardHeight = 122;

// As much as fits. The automaton is the last part to be left out; that it has reactions is the first.
std::string contents(const ConfigFacts& facts, float width) {
  const std::string dialect(dialect_name(facts.dialect)), elements = trf_n("{} element", "{} elements", facts.elements);
  const std::string meant_for = facts.automaton.empty() ? "" : "   " + trf("for {}", facts.automaton);
  const std::string whole =
      fmt::format("{}   {}   {}{}", dialect, elements, trf_n("{} reaction", "{} reactions", facts.rules), meant_for);
  if (ImGui::CalcTextSize(whole.c_str()).x <= width) return whole;
  return fmt::format("{}   {}{}", dialect, elements, meant_for);
}

std::string problems(const ConfigFacts& facts) {
  if (!facts.usable) return tr("Nothing in this file can be read");
  std::string text;
  if (facts.errors > 0) text = trf_n("{} error", "{} errors", facts.errors);
  if (facts.warnings > 0) text += (text.empty() ? "" : ", ") + trf_n("{} warning", "{} warnings", facts.warnings);
  return text.empty() ? tr("No problems") : text;
}

ImVec4 problems_colour(const ConfigFacts& facts) {
  if (!facts.usable || facts.errors > 0) return theme().error;
  return facts.warnings > 0 ? theme().warning : theme().good;
}

void draw_facts(ImDrawList& list, ImVec2 low, float width, const ConfigEntry& entry) {
  const float line = ImGui::GetTextLineHeight();
  const ImU32 dim = to_u32(theme().dim);
  if (!entry.facts) {
    list.AddText({low.x, low.y}, dim, tr("Reading..."));
    return;
  }
  const ConfigFacts& facts = *entry.facts;
  const std::string trouble = problems(facts);
  if (is_narrow()) {  // there is no space beside the title
    const bool sound = facts.usable && facts.errors + facts.warnings == 0;
    list.AddText({low.x, low.y}, sound ? dim : to_u32(problems_colour(facts)),
                 words_that_fit(sound ? contents(facts, width) : trouble, width).c_str());
  } else {
    list.AddText({low.x, low.y}, dim, contents(facts, width).c_str());
    list.AddText({low.x + width - ImGui::CalcTextSize(trouble.c_str()).x, low.y - px(24)},
                 to_u32(problems_colour(facts)), trouble.c_str());
  }
  const ImVec2 about = {low.x, low.y + line + px(4)};
  list.PushClipRect(about, {about.x + width, about.y + 2 * line}, true);  // the tooltip shows long texts completely
  draw_text(list, about, width, theme().dim, tr_in("config", facts.about));
  list.PopClipRect();
  // The elements' colours in a band, as many as fit.
  const float side = px(10), gap = px(3), top = low.y + 3 * line + px(12);
  const auto room = static_cast<std::size_t>(std::max(0.0f, (width + gap) / (side + gap)));
  for (std::size_t i = 0; i < std::min(room, facts.colors.size()); ++i) {
    const float x = low.x + static_cast<float>(i) * (side + gap);
    colour_swatch(list, {x, top}, {x + side, top + side}, facts.colors[i], 0);
  }
}

}  // namespace

bool ConfigGallery::card(const ConfigEntry& entry, float width) {
  const float height = px(kCardHeight);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const std::string path = entry.file.string();
  ImGui::PushID(path.c_str());
  const bool chosen = ImGui::Selectable("##card", desk_.session().ruleset().source == path, 0, {width, height});
  ImGui::PopID();
  landmarks().mark("configs/" + entry.file.filename().string());
  if (entry.facts && !entry.facts->about.empty()) tooltip(tr_in("config", entry.facts->about), path);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Scene* const scene = scene_of_config(entry.file);
  const ImTextureID picture = scene != nullptr ? desk_.files.thumbnails.of(*desk_.screen, *scene) : nullptr;
  constexpr float kShape = 1.6f;  // width / height of thumbnails
  const float high = height - px(20, 50), wide = high * kShape, beside = picture != nullptr ? wide + px(12) : 0;
  const ImVec2 corner = {low.x + px(10), low.y + px(10)};
  if (picture != nullptr) draw_picture(picture, corner, {corner.x + wide, corner.y + high});
  const ImVec2 at = {low.x + px(12) + beside, low.y + px(10)};
  const float inner = width - px(24) - beside;
  list.PushClipRect(at, {at.x + inner * (is_narrow() ? 1.0f : 0.72f), at.y + px(24)}, true);
  draw_heading(list, at, tr_in("config", entry.title()));
  list.PopClipRect();
  draw_facts(list, {at.x, at.y + px(26)}, inner, entry);
  ImGui::SetCursorScreenPos(after);
  return chosen;
}

void ConfigGallery::cards(bool shipped) {
  CardColumns columns = card_columns(kCardLeast);
  for (const ConfigEntry& entry : library_.entries()) {
    if (entry.shipped != shipped) continue;
    columns.next();
    if (card(entry, columns.width)) choose(entry.file);
  }
  if (columns.placed > 0) return;
  wrapped_text(theme().dim, shipped ? tr("None were found.")
                                    : trf("Configs in {} are listed here.", user_configs_folder().string()));
}

void ConfigGallery::choose(const std::filesystem::path& config) {
  close();
  desk_.dialogs->world_choice.open_config(config);
}

void ConfigGallery::draw() {
  if (!begin_gallery(fmt::format("{}###configs", tr("Configs")).c_str(), open_)) return;
  if (library_.read_next()) desk_.loop.wake();
  ImGui::BeginChild("cards", {}, false, ImGuiWindowFlags_NavFlattened);
  section(tr("Shipped with Repose"));
  cards(true);
  ImGui::Dummy({0, px(6)});
  section(tr("Your own"));
  cards(false);
  ImGui::EndChild();
  end_dialog();
}

constexpr float kStampPictureWidth = 128, kStampPictureHeight = 96, kCardPadding = 8, kNameHeight = 26;

void StampGallery::open() {
  forget_pictures();
  desk_.files.stamps.refresh();
  naming_.clear();
  open_ = true;
}

void StampGallery::open_to_name(const std::filesystem::path& file) {
  open();
  naming_ = file;
  name_ = file.stem().string();
  focus_name_ = true;
}

void StampGallery::forget_pictures() {
  for (const auto& [file, shown] : shown_) {
    if (shown.picture != nullptr) desk_.screen->drop_texture(shown.picture);
  }
  shown_.clear();
}

const StampGallery::Shown& StampGallery::read(const StampEntry& entry) {
  const auto [place, is_new] = shown_.try_emplace(entry.file);
  Shown& shown = place->second;
  if (!is_new) return shown;
  const Ruleset& ruleset = desk_.session().ruleset();
  Clip clip;
  if (const Status status = read_stamp(entry.file, ruleset, clip); !status) {
    shown.problem = status.message();
    return shown;
  }
  const Clip fitted = fit_clip(clip, ruleset, desk_.session().solver_facts().state_planes()).clip;
  shown.picture =
      desk_.screen->make_cell_texture(fitted.world.width(), fitted.world.height(), clip_pixels(fitted, ruleset));
  shown.clip = std::make_shared<const Clip>(std::move(clip));
  const auto is_something = [](std::uint8_t element) { return element != 0; };
  if (!shown.clip->has_heights() && std::ranges::none_of(fitted.world.cells(), is_something) &&
      std::ranges::any_of(shown.clip->world.cells(), is_something))
    shown.problem = tr("These rules have none of its elements.");
  if (shown.clip->has_heights() != desk_.simulation.knows(Plane::height)) {
    shown.problem =
        shown.clip->has_heights() ? tr("Heights of sand: only for sandpile.") : tr("Cells: not for sandpile.");
  }
  return shown;
}

void StampGallery::report(const Status& status) {
  if (!status) desk_.messages.say(status.message(), Tone::error);
}

void StampGallery::place(const StampEntry& entry) {
  forget_pictures();
  const std::string problem = read(entry).problem;
  if (!problem.empty()) return desk_.messages.say(trf("{}: {}", tr_in("stamp", entry.title()), problem), Tone::error);
  choose(entry);
}

void StampGallery::choose(const StampEntry& entry) {
  const Shown& shown = read(entry);
  if (!shown.problem.empty()) return;
  open_ = false;
  desk_.view.clipping.place(shown.clip);
}

// As large as fits; small stamps with whole pixels a cell.
void StampGallery::picture(const Shown& shown, ImVec2 low, ImVec2 high) const {
  const auto width = static_cast<float>(shown.clip->world.width()),
             height = static_cast<float>(shown.clip->world.height());
  float zoom = std::min((high.x - low.x) / width, (high.y - low.y) / height);
  if (zoom > 1) zoom = std::floor(zoom);
  const ImVec2 at = {std::round((low.x + high.x - width * zoom) / 2), std::round((low.y + high.y - height * zoom) / 2)};
  const ImU32 tint = shown.problem.empty() ? IM_COL32_WHITE : IM_COL32(255, 255, 255, 70);
  ImGui::GetWindowDrawList()->AddImage(shown.picture, at, {at.x + width * zoom, at.y + height * zoom}, {0, 0}, {1, 1},
                                       tint);
}

void StampGallery::name_field(const StampEntry& entry) {
  ImGui::SetNextItemWidth(px(kStampPictureWidth));
  if (focus_name_) ImGui::SetKeyboardFocusHere();
  focus_name_ = false;
  const bool entered =
      ImGui::InputText("##name", &name_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  landmarks().mark("stamps/name");
  if (!entered && !ImGui::IsItemDeactivated()) return;
  const std::filesystem::path file = entry.file;  // a copy: the entry may be destroyed with the list
  naming_.clear();
  report(desk_.files.stamps.rename(file, name_));
}

void StampGallery::card(const StampEntry& entry) {
  const float pad = px(kCardPadding);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size = {px(kStampPictureWidth) + 2 * pad, px(kStampPictureHeight) + px(kNameHeight) + 2 * pad};
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  ImGui::PushID(entry.file.c_str());
  ImGui::BeginGroup();
  const bool chosen = ImGui::Selectable("##card", false, ImGuiSelectableFlags_AllowItemOverlap, size);
  ImGui::SetItemAllowOverlap();
  landmarks().mark("stamps/" + entry.title());
  const bool hovered = ImGui::IsMouseHoveringRect(low, high);
  const auto known = shown_.find(entry.file);
  const Shown* const shown = known == shown_.end() ? nullptr : &known->second;
  if (shown != nullptr && !shown->problem.empty()) tooltip(shown->problem);
  const ImVec2 at = {low.x + pad, low.y + pad}, end = {at.x + px(kStampPictureWidth), at.y + px(kStampPictureHeight)};
  ImGui::GetWindowDrawList()->AddRectFilled(at, end, to_u32(theme().canvas), px(6));
  if (shown != nullptr && !shown->problem.empty()) {
    draw_text(*ImGui::GetWindowDrawList(), {at.x + px(8), at.y + px(8)}, end.x - at.x - px(16), theme().dim,
              shown->problem);
  } else if (shown != nullptr && shown->clip != nullptr)
    picture(*shown, {at.x + px(6), at.y + px(6)}, {end.x - px(6), end.y - px(6)});
  ImGui::SetCursorScreenPos({at.x, end.y + px(4)});
  if (naming_ == entry.file) {
    name_field(entry);
  } else {
    ImGui::PushClipRect({at.x, end.y}, {end.x, high.y}, true);
    ImGui::TextUnformatted(tr_in("stamp", entry.title()).c_str());
    ImGui::PopClipRect();
  }
  const bool own = !entry.shipped && hovered && naming_ != entry.file;
  if (chosen) choose(entry);
  if (own) {  // last, because it may change the list
    const ImVec2 top_right = {end.x - px(4), at.y + px(4)};
    const float side = px(24);
    ImGui::SetCursorScreenPos({top_right.x - 2 * side - px(4), top_right.y});
    if (icon_button("stamps/rename", Icon::pen, tr("Rename"), {}, false, side)) {
      naming_ = entry.file;
      name_ = entry.title();
      focus_name_ = true;
    }
    ImGui::SetCursorScreenPos({top_right.x - side, top_right.y});
    if (icon_button("stamps/delete", Icon::cross, tr("Delete"), {}, false, side))
      report(desk_.files.stamps.remove(std::filesystem::path(entry.file)));
  }
  ImGui::EndGroup();
  ImGui::PopID();
}

void StampGallery::cards(bool shipped) {
  const float gap = px(8), width = px(kStampPictureWidth) + 2 * px(kCardPadding);
  CardColumns columns = {static_cast<int>((ImGui::GetContentRegionAvail().x + gap) / (width + gap)), gap, width};
  columns.count = std::max(1, columns.count);
  std::vector<StampEntry> entries = desk_.files.stamps.entries();  // a copy, because cards change the list
  std::stable_partition(entries.begin(), entries.end(), [this](const StampEntry& entry) {
    return !shown_.contains(entry.file) || shown_.at(entry.file).problem.empty();
  });
  for (const StampEntry& entry : entries) {
    if (entry.shipped != shipped) continue;
    columns.next();
    card(entry);
  }
  if (columns.placed > 0) return;
  wrapped_text(theme().dim, shipped ? tr("None were found.")
                                    : trf("Select a part of the world and press {} to save it here.",
                                          desk_.actions.way_to(action::save_stamp)));
}

void StampGallery::draw() {
  if (!begin_dialog(fmt::format("{}###stamps", tr("Stamps")).c_str(), open_, 820, 560)) return;
  // One that has not been read yet in each frame, so that the window stays responsive.
  const auto& entries = desk_.files.stamps.entries();
  const auto unread = std::ranges::find_if(entries, [this](const StampEntry& e) { return !shown_.contains(e.file); });
  if (unread != entries.end()) {
    read(*unread);
    desk_.loop.wake();
  }
  const bool removed = desk_.files.stamps.last_removed().has_value();
  ImGui::BeginChild("cards", {0, removed ? -ImGui::GetFrameHeightWithSpacing() - px(6) : 0});
  section(tr("Your own"));
  cards(false);
  ImGui::Dummy({0, px(6)});
  section(tr("Shipped with Repose"));
  cards(true);
  ImGui::EndChild();
  if (removed) {
    const std::string name = desk_.files.stamps.last_removed()->stem().string();
    if (button((trf("Restore {}", name) + "###put back").c_str(), "stamps/put back"))
      report(desk_.files.stamps.put_back());
  }
  end_dialog();
}

// The gallery of worlds that people share, from a folder with an index; in a page from its host.

namespace fs = std::filesystem;

namespace {

constexpr float kSharedWidth = 160, kSharedHeight = 100;
constexpr std::uint64_t kShownBytesMax = 16u << 20;    // of a file whose picture is shown
constexpr int kShownSideMax = 2048;                    // pixels
constexpr std::uint64_t kFetchedBytesMax = 64u << 20;  // of a file that a page fetches

}  // namespace

void WorldGallery::open() {
  if (is_hosted()) page::forget_fetched();  // the host may have more now
  if (is_hosted()) folder_ = page::hosted_gallery();
  if (folder_.empty()) folder_ = desk_.settings.recent.gallery;
  open_ = true;
  read();
}

void WorldGallery::show_folder(const fs::path& folder) {
  folder_ = folder;
  desk_.settings.recent.gallery = folder.string();
  read();
}

void WorldGallery::read() {
  for (auto& [file, shown] : shown_)
    if (shown.picture != nullptr) desk_.screen->drop_texture(shown.picture);
  shown_.clear();
  entries_.clear();
  problem_.clear();
  arriving_ = is_hosted();
  if (!arriving_) read_index();
}

bool WorldGallery::is_hosted() { return !page::hosted_gallery().empty(); }

void WorldGallery::read_index() {
  if (folder_.empty()) return;
  if (const Status status = read_gallery_index(folder_, entries_); !status) problem_ = status.message();
}

// Reads the file of an entry, once: its picture, and whether it is still the file that was examined.
void WorldGallery::look_at(const GalleryEntry& entry, Shown& shown) {
  if (is_hosted()) {
    const std::uint64_t most = std::min(entry.bytes, kFetchedBytesMax);
    const page::Fetch fetch = page::fetch_hosted(entry.file, most);
    shown.problem = fetch == page::Fetch::failed ? tr("The file could not be fetched.") : "";
    if (fetch == page::Fetch::under_way) return desk_.loop.wake();
  }
  shown.is_read = true;
  if (!shown.problem.empty()) return;
  const fs::path file = folder_ / entry.file;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  GalleryEntry now;
  if (error) {
    shown.problem = tr("The file is missing.");
  } else if (bytes != entry.bytes || (measure_gallery_file(file, now) && now.hash != entry.hash)) {
    shown.problem = tr("The file has changed since the index was made.");
  } else if (bytes <= kShownBytesMax && entry.file.ends_with(".png")) {
    std::string fault;
    const auto content = read_whole_file(file, kShownBytesMax, fault);
    Picture picture;
    if (content && decode_png(std::as_bytes(std::span(*content)), entry.file, picture, kShownSideMax))
      shown.picture = desk_.screen->make_texture(picture);
  }
}

bool WorldGallery::card(const GalleryEntry& entry, float width) {
  const PictureCard card =
      picture_card(entry.file, "shared/" + entry.file, false, width, {px(kSharedWidth), px(kSharedHeight)});
  if (!ImGui::IsItemVisible()) return card.pressed;
  Shown& shown = shown_[entry.file];
  if (!shown.is_read) look_at(entry, shown);
  draw_picture(shown.picture, card.low, card.high);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({card.text_x, card.low.y - px(8)}, {card.text_x + card.text_width, card.high.y + px(4)}, true);
  draw_heading(list, {card.text_x, card.low.y},
               entry.challenge.empty() ? entry.title : tr_in("challenge", entry.challenge));
  std::string text = entry.file + '\n' +
                     trf("{} x {} cells, {:.0f} s", entry.width, entry.height,
                         static_cast<double>(entry.steps) / desk_.simulation.steps_per_second(Speed()));
  if (!entry.challenge.empty())
    text += '\n' + trf("{} with {}, {}", tr(entry.medal.c_str()), trf_n("{} cell", "{} cells", entry.matter),
                       trf_n("{} stroke", "{} strokes", entry.strokes));
  draw_text(list, {card.text_x, card.low.y + px(26)}, card.text_width,
            shown.problem.empty() ? theme().dim : theme().error, shown.problem.empty() ? text : shown.problem);
  list.PopClipRect();
  return card.pressed && shown.is_read && shown.problem.empty();
}

void WorldGallery::draw() {
  if (!begin_gallery(fmt::format("{}###shared", tr("Gallery of shared worlds")).c_str(), open_)) return;
  if (arriving_) {  // in a page the index arrives from the host some frames later
    const page::Fetch fetch = page::fetch_hosted(std::string(kGalleryIndexName), kGalleryIndexBytesMax);
    desk_.loop.wake();
    arriving_ = fetch == page::Fetch::under_way;
    if (fetch == page::Fetch::complete) read_index();
    if (fetch == page::Fetch::failed) problem_ = tr("The host of this page has no gallery, or it cannot be reached.");
  }
  wrapped_text(theme().dim, is_hosted()
                                ? tr("Worlds and solutions that the host of this page shows. A click plays one.")
                                : tr("Worlds of other people, from a folder that they have sent or that you have "
                                     "downloaded. Share picture with replay makes such a file of yours; repose-cli "
                                     "gallery FOLDER makes a folder of them a gallery."));
  if (!is_hosted() && button(tr("Choose a folder..."), "shared/folder")) {
    close();  // only one dialog takes keys and the mouse
    const auto chosen = [this](const fs::path& folder) {
      show_folder(folder);
      open_ = true;
    };
    desk_.ask_for_file({.title = tr("The folder of a gallery"), .chosen = chosen, .folder = true, .begin_in = folder_});
  }
  if (!is_hosted() && !folder_.empty()) {
    same_line_if_fits(button_width(tr("Choose a folder...")));
    dim_text(folder_.string());
  }
  if (arriving_) dim_text(tr("The list is being fetched."));
  if (!problem_.empty()) {
    wrapped_text(theme().error, problem_);
    landmarks().mark("shared/problem");
  }
  ImGui::BeginChild("cards", {}, false, ImGuiWindowFlags_NavFlattened);
  CardColumns columns = card_columns(376);
  const GalleryEntry* chosen = nullptr;
  for (const GalleryEntry& entry : entries_) {
    columns.next();
    if (card(entry, columns.width)) chosen = &entry;
  }
  ImGui::EndChild();
  end_dialog();
  if (chosen == nullptr) return;
  close();
  desk_.files.opener.open(folder_ / chosen->file);
}

}  // namespace repose
