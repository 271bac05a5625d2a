// The command palette: one field that finds every action, element, scene, challenge, config, stamp,
// solver, parameter and file.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <tuple>

#include "app/widgets/widgets.hpp"
#include "config/text.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr const char* kPopup = "##command palette";
constexpr float kPaletteWidth = 620, kRow = 30, kRowsShown = 11;

// The range of a parameter: "0.1 to 10, now 1".
std::string range_of(const Session& session, const ParameterInfo& info) {
  std::string range = trf("{:g} to {:g}", info.minimum, info.maximum);
  if (!info.choices.empty()) range = fmt::format("{:g}", fmt::join(info.choices, ", "));
  if (!info.choice_names.empty()) range = fmt::format("{}", fmt::join(info.choice_names, ", "));
  const double now = session.solver_facts().parameter(info.name);
  const std::string shown = info.choice_names.empty() ? fmt::format("{:.4g}", now) : parameter_text(info, now);
  return trf("{}: {}, now {}", tr(info.title.data()), range, shown);
}

}  // namespace

void CommandPalette::open() {
  open_ = appearing_ = focus_ = true;
  text_.clear();
  asked_.reset();
  entries_ = entries();
  search();
}

void CommandPalette::search() {
  found_.clear();
  chosen_ = 0;
  reveal_ = true;
  const std::vector<std::string>& recent = desk_.settings.recent.commands;
  const auto age = [&](const Found& found) {
    return std::ranges::find(recent, entries_[found.entry].id) - recent.begin();
  };
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const CommandEntry& entry = entries_[i];
    auto match = fuzzy_match(text_, entry.title, fmt::format("{} {}", entry.kind, entry.other_words));
    if (match) found_.push_back({i, std::move(*match)});
  }
  // Drops entries whose matched letters are scattered over a long title, if another entry has them together.
  constexpr int kShareOfBest = 3;
  int best = 0;
  for (const Found& found : found_) best = std::max(best, found.match.score);
  std::erase_if(found_, [best](const Found& found) { return found.match.score * kShareOfBest < best; });
  for (Found& found : found_) {
    const bool recently = static_cast<std::size_t>(age(found)) < recent.size();
    const bool is_scene = entries_[found.entry].id.starts_with("scene/");
    found.part = recently ? Part::recent : text_.empty() && is_scene ? Part::scenes : Part::others;
  }
  // Shorter entries come before longer ones with an equal rank; entries that are not possible now come last. Without
  // text the order is that of the list.
  const auto order = [&](const Found& found) {
    const CommandEntry& entry = entries_[found.entry];
    const std::size_t length = text_.empty() ? 0 : entry.title.size();
    return std::tuple(-found.match.score, age(found), !entry.why_not.empty(), found.part, length);
  };
  std::ranges::stable_sort(found_, {}, order);
}

void CommandPalette::choose(std::size_t place) {
  if (place >= found_.size()) return;
  const CommandEntry entry = entries_[found_[place].entry];
  if (!entry.why_not.empty()) {
    focus_ = true;
    return desk_.messages.say(entry.why_not, Tone::warning);
  }
  remember_command(desk_.settings, entry.id);
  if (entry.asks_for) {
    asked_ = entry.asks_for;
    text_.clear();
    focus_ = true;
    return;
  }
  open_ = false;
  entry.run();
}

void CommandPalette::set_asked_value() {
  if (const auto choice = find_choice(*asked_, text_)) {
    desk_.simulation.execute(command::SetParameter{std::string(asked_->name), *choice});
    open_ = false;
    return;
  }
  const auto number = config::parse_number(text_);
  if (!number || !number->whole_word) {
    focus_ = true;
    return desk_.messages.say(asked_->choice_names.empty()
                                  ? trf("\"{}\" is not a number. {}.", text_, range_of(desk_.session(), *asked_))
                                  : trf("\"{}\" is not a choice. {}.", text_, range_of(desk_.session(), *asked_)),
                              Tone::warning);
  }
  desk_.simulation.execute(command::SetParameter{std::string(asked_->name), clamp_parameter(*asked_, number->value)});
  open_ = false;
}

void CommandPalette::row(std::size_t place) {
  const Found& found = found_[place];
  ImGui::PushID(static_cast<int>(place));
  const ImVec2 low = ImGui::GetCursorScreenPos();
  // A mouse that only rests on the list highlights nothing, because Enter takes the chosen row.
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, chosen_ == place ? theme().raised : ImVec4(0, 0, 0, 0));
  const bool clicked =
      ImGui::Selectable("##row", chosen_ == place, ImGuiSelectableFlags_DontClosePopups, {0, px(kRow, kFinger)});
  ImGui::PopStyleColor();
  const ImVec2 high = ImGui::GetItemRectMax();
  landmarks().mark("commands/" + entries_[found.entry].id);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0)) chosen_ = place;
  if (chosen_ == place && reveal_) {
    ImGui::SetScrollHereY(0.5f);
    reveal_ = false;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen_ == place)
    list.AddRectFilled({low.x, low.y + px(5)}, {low.x + px(3), high.y - px(5)}, to_u32(theme().accent), px(2));
  const CommandEntry& entry = entries_[found.entry];
  const float y = (low.y + high.y - ImGui::GetTextLineHeight()) / 2;
  const float keys_at = high.x - px(10) - ImGui::CalcTextSize(entry.keys.c_str()).x;
  float x = low.x + px(10);
  if (entry.color) {
    const float side = px(16), top = (low.y + high.y - side) / 2;
    colour_swatch(list, {x, top}, {x + side, top + side}, *entry.color, 0);
    x += side + px(8);
  }
  list.PushClipRect(low, {keys_at - px(12), high.y}, true);
  x = marked_text({x, y}, entry.title, found.match.matched, entry.why_not.empty() ? theme().text : theme().dim);
  std::string about = entry.kind;
  if (!entry.state.empty()) about = trf("{}: {}", about, entry.state);
  if (!entry.why_not.empty()) about = entry.why_not;
  list.AddText({x + px(12), y}, to_u32(theme().dim), about.c_str());
  list.PopClipRect();
  list.AddText({keys_at, y}, to_u32(theme().dim), entry.keys.c_str());
  ImGui::PopID();
  if (clicked) choose(place);
}

void CommandPalette::list() {
  if (found_.empty()) return dim_text(tr("No entry contains these letters in this order."));
  const float row_height = px(kRow, kFinger);
  float most = row_height * kRowsShown;
  if (is_narrow()) {  // down to the end of the window
    const float end = ImGui::GetIO().DisplaySize.y - px(8) - ImGui::GetStyle().WindowPadding.y;
    most = std::clamp(end - ImGui::GetCursorScreenPos().y, row_height, most);
  }
  ImGui::BeginChild(
      "list", {0, text_.empty() ? most : std::min(most, (row_height + px(2)) * static_cast<float>(found_.size()))});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(2)});
  for (std::size_t i = 0; i < found_.size() && open_ && !asked_; ++i) {
    const Part part = found_[i].part;
    if (text_.empty() && (i == 0 || part != found_[i - 1].part))
      section(part == Part::recent ? tr("Used recently") : part == Part::scenes ? tr("Scenes") : tr("Everything else"));
    row(i);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void CommandPalette::draw() {
  if (!open_ && !ImGui::IsPopupOpen(kPopup)) return;
  if (appearing_) ImGui::OpenPopup(kPopup);
  appearing_ = false;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, px(64, 8)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(px(kPaletteWidth), screen.x - px(24, 16)), 0}, ImGuiCond_Always);
  if (!ImGui::BeginPopup(kPopup,
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar)) {
    open_ = false;  // a click beside it
    return;
  }
  if (open_ && !asked_ && !found_.empty()) {
    const std::size_t last = found_.size() - 1, page = static_cast<std::size_t>(kRowsShown) - 1, before = chosen_;
    if (key_pressed(ImGuiKey_DownArrow)) chosen_ = chosen_ == last ? 0 : chosen_ + 1;
    if (key_pressed(ImGuiKey_UpArrow)) chosen_ = chosen_ == 0 ? last : chosen_ - 1;
    if (key_pressed(ImGuiKey_PageDown)) chosen_ = std::min(chosen_ + page, last);
    if (key_pressed(ImGuiKey_PageUp)) chosen_ -= std::min(chosen_, page);
    reveal_ = reveal_ || chosen_ != before;
  }
  if (open_) {
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const std::string hint = asked_ ? range_of(desk_.session(), *asked_) : tr("What do you want to do?");
    const std::string before = text_;
    const bool entered =
        ImGui::InputTextWithHint("##field", hint.c_str(), &text_, ImGuiInputTextFlags_EnterReturnsTrue);
    landmarks().mark("commands/field");
    if (text_ != before && !asked_) search();
    if (entered) asked_ ? set_asked_value() : choose(chosen_);
  }
  if (open_ && !asked_) list();
  if (!open_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

std::vector<CommandEntry> CommandPalette::entries() const {
  Desk& desk = desk_;
  std::vector<CommandEntry> entries;
  const auto add = [&](std::string id, std::string_view english, std::string title, const char* kind,
                       std::function<void()> run) -> CommandEntry& {
    CommandEntry& entry = entries.emplace_back();
    entry.id = std::move(id);
    if (title != english) entry.other_words = english;
    entry.title = std::move(title);
    entry.kind = tr(kind);
    entry.run = std::move(run);
    return entry;
  };
  const Session& session = desk.session();

  for (const ActionRow& row : desk.actions.rows()) {
    if (!row.in_palette) continue;
    CommandEntry& entry = add(fmt::format("action/{}", row.id), row.title, tr(row.title.data()), row.group.data(),
                              [&desk, id = row.id] { desk.actions.perform(id); });
    if (!row.other_words.empty()) {
      const std::string_view translated = tr(row.other_words.data());
      entry.other_words += (entry.other_words.empty() ? "" : " ") + std::string(row.other_words);
      if (translated != row.other_words) entry.other_words.append(" ").append(translated);
    }
    entry.keys = desk.actions.keys(row.id);
    entry.why_not = desk.actions.why_not(row.id);
    if (row.is_on) entry.state = desk.actions.is_on(row.id) ? tr("on") : tr("off");
  }
  for (const std::uint8_t index : palette_elements(session.ruleset(), kAllGroups)) {
    const Element& element = session.ruleset().elements[index];
    const auto pick = [&desk, name = element.name] {
      if (const auto found = desk.session().ruleset().find(name)) desk.paint_box.pick(*found);
    };
    add("element/" + element.name, shown_name(element), tr_in("element", shown_name(element)), text_id("Element"), pick)
        .color = element.color;
  }
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    add(fmt::format("scene/{}", scene.name), scene.title, tr(scene.title.data()), text_id("Scene"),
        [&desk, name = std::string(scene.name)] { desk.simulation.load_scene(name); });
  }
  for (const auto& challenge : desk.panels->challenge.list())
    add("challenge/" + challenge->name, challenge->title, in_language(*challenge, &Challenge::title),
        text_id("Challenge"), [&desk, challenge] { desk.panels->challenge.start(challenge); });
  desk.dialogs->configs.library().refresh();
  for (const ConfigEntry& config : desk.dialogs->configs.library().entries())
    add("config/" + config.file.string(), config.title(), tr_in("config", config.title()), text_id("Config"),
        [&desk, file = config.file] { desk.dialogs->configs.choose(file); });
  desk.files.stamps.refresh();
  for (const StampEntry& stamp : desk.files.stamps.entries())
    add("stamp/" + stamp.file.string(), stamp.title(), tr_in("stamp", stamp.title()), text_id("Stamp"),
        [&desk, stamp] { desk.dialogs->stamps.place(stamp); });
  for (const SolverEntry& solver : session.registry().solvers()) {
    const AutomatonDefinition* automaton = session.registry().automaton(solver.automaton);
    if (automaton == nullptr) continue;
    CommandEntry& entry = add(fmt::format("solver/{}/{}", solver.automaton, backend_name(solver.backend)),
                              fmt::format("{} on {}", automaton->title, backend_title(solver.backend)),
                              trf("{} on {}", tr(automaton->title.data()), backend_title(solver.backend)),
                              text_id("Solver"), [&desk, name = solver.automaton, backend = solver.backend] {
                                desk.dialogs->world_choice.run_automaton(name, backend);
                              });
    if (solver.automaton == session.automaton() && solver.backend == session.backend()) entry.state = tr("running");
    entry.why_not = solver.unavailable;
  }
  for (const ParameterInfo& info : session.solver_facts().parameters()) {
    const double now = session.solver_facts().parameter(info.name);
    CommandEntry& entry =
        add(fmt::format("parameter/{}", info.name), info.title, tr(info.title.data()), text_id("Parameter"), {});
    if (info.kind == ParameterInfo::Kind::boolean) {
      entry.state = now != 0 ? tr("on") : tr("off");
      entry.run = [&desk, name = std::string(info.name), now] {
        desk.simulation.execute(command::SetParameter{name, now != 0 ? 0.0 : 1.0});
      };
    } else {
      entry.state = info.choice_names.empty() ? fmt::format("{:.3g}", now) : parameter_text(info, now);
      entry.asks_for = info;
    }
  }
  for (const std::string& file : desk.settings.recent.files) {
    const std::filesystem::path path = file;
    std::error_code error;
    CommandEntry& entry = add("file/" + file, path.filename().string(), path.filename().string(),
                              text_id("Recent file"), [&desk, path] { desk.files.opener.open(path); });
    if (!std::filesystem::exists(path, error)) entry.why_not = tr("This file is no longer there.");
  }
  return entries;
}

}  // namespace repose
