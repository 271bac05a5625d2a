// The cards over the canvas: an offer, a world to restore, a replay, a film, the matter ledger, the inspected cell.
#include "app/ui/panels/panels.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

void OfferCard::show(std::string text, std::string label, std::function<void()> accept, double seconds) {
  text_ = std::move(text);
  label_ = std::move(label);
  accept_ = std::move(accept);
  ends_at_ = desk_.loop.now() + seconds;
}

void OfferCard::draw(ImVec2 top_middle) {
  if (!is_shown()) return;
  if (desk_.loop.now() > ends_at_) return dismiss();
  const ImVec4 canvas = desk_.layout.canvas();
  constexpr float kTextMost = 310, kTextLeast = 120, kAround = 100;  // points; around text and button, the cross too
  const float room = canvas.z - canvas.x - px(kAround) - button_width(label_.c_str());
  const bool side_by_side = !is_narrow() && room >= px(kTextLeast);
  const float most = side_by_side ? std::min(px(kTextMost), room) : canvas.z - canvas.x - px(60);
  const float text_width = std::min(ImGui::CalcTextSize(text_.c_str()).x, most);
  const float top = desk_.layout.below_cards(canvas.x, canvas.z, top_middle.y + px(14));
  begin_card("##offer", {top_middle.x, top}, {0.5f, 0}, {px(16), px(12)});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + text_width + 1);
  ImGui::TextUnformatted(breakable(text_).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  if (side_by_side) ImGui::SameLine(0, px(18));
  const bool taken = primary_button(label_.c_str());
  landmarks().mark("offer/take");
  ImGui::SameLine(0, px(6));
  const bool closed = flat_icon_button("offer/close", Icon::cross, tr("Closes this card"));
  desk_.layout.cover_window();
  ImGui::End();
  if (taken || closed) dismiss();
  if (taken) accept_();
}

void draw_recovery_card(Desk& desk, ImVec2 top_middle) {
  constexpr std::array<const char*, 12> kMonths = {text_id("January"), text_id("February"), text_id("March"),
                                                   text_id("April"),   text_id("May"),      text_id("June"),
                                                   text_id("July"),    text_id("August"),   text_id("September"),
                                                   text_id("October"), text_id("November"), text_id("December")};
  const auto leftover = desk.files.worlds.autosave().leftover();
  if (!leftover) return;
  begin_card("##recovery", {top_middle.x, top_middle.y + px(14)}, {0.5f, 0}, {px(16), px(12)});
  landmarks().mark("recovery");
  ImGui::AlignTextToFramePadding();
  if (is_narrow()) ImGui::PushTextWrapPos(desk.layout.canvas().z - desk.layout.canvas().x - px(44));
  constexpr std::time_t kToday = 12 * 60 * 60;
  const bool recent = std::time(nullptr) - leftover->saved_at < kToday;
  const std::tm saved = fmt::localtime(leftover->saved_at);
  const std::string time = fmt::format("{:%H:%M}", saved);
  const std::string question =
      recent ? trf("Repose ended unexpectedly. Restore the world saved at {}?", time)
             : trf("Repose ended unexpectedly. Restore the world saved on {} {} at {}?", fmt::format("{:%d}", saved),
                   tr(kMonths[static_cast<std::size_t>(saved.tm_mon)]), time);
  ImGui::TextUnformatted(question.c_str());
  is_narrow() ? ImGui::PopTextWrapPos() : ImGui::SameLine(0, px(18));
  if (primary_button(tr("Restore"), px(92))) desk.files.worlds.restore_leftover();
  ImGui::SameLine();
  if (button(tr("Discard"), "Discard", px(92))) desk.files.worlds.autosave().discard_leftover();
  ImGui::SameLine();
  if (button(tr("Later"), "Later", px(72))) desk.files.worlds.autosave().postpone_leftover();
  tooltip(tr("Asks again when Repose starts the next time."));
  desk.layout.cover_window();
  ImGui::End();
}

void draw_replay_card(Desk& desk, ImVec2 top_middle) {
  Replays& replays = desk.files.replays;
  if (!replays.showing() || desk.files.worlds.autosave().leftover())
    return;                      // the recovery card is in the same place and must be answered first
  constexpr float kReach = 280;  // points to either side of the middle
  const float top =
      desk.layout.below_cards(top_middle.x - px(kReach), top_middle.x + px(kReach), top_middle.y + px(14));
  begin_card("##replay", {top_middle.x, top}, {0.5f, 0}, {px(14), px(8)});
  landmarks().mark("replay");
  ImGui::AlignTextToFramePadding();
  coloured_text(theme().accent, tr("Replay"));
  ImGui::SameLine();
  const float room = desk.layout.canvas().z - desk.layout.canvas().x - px(110);
  ImGui::TextUnformatted((is_narrow() ? words_that_fit(replays.name(), room) : replays.name()).c_str());
  if (!is_narrow()) ImGui::SameLine();
  const auto goal = replays.goal();
  const double aim = goal ? replays.seconds_at(*goal) : replays.seconds_at(replays.length());
  coloured_text(goal ? theme().text : theme().dim, goal ? trf("{:.1f} playing to {:.1f} s", replays.now_seconds(), aim)
                                                        : trf("{:.1f} of {:.1f} s", replays.now_seconds(), aim));
  if (!is_narrow()) ImGui::SameLine(0, px(10));
  if (button(tr("Play again"), "replay/Play again")) replays.play_again();
  tooltip(tr("From the start of the replay"));
  ImGui::SameLine();
  if (goal) {
    if (button(tr("Stop"), "replay/Stop")) replays.cancel();
    tooltip(tr("Stays at this moment"));
  } else {
    ImGui::BeginDisabled(replays.ended());
    if (button(tr("To the end"), "replay/To the end")) replays.hurry_to(replays.length());
    ImGui::EndDisabled();
    tooltip(tr("As fast as possible"));
  }
  ImGui::SameLine();
  if (button(tr("Leave"), "replay/Leave")) replays.leave();
  tooltip(tr("Closes the replay and plays on from here; painting changes what follows."));
  desk.layout.cover_window();
  ImGui::End();
}

// The matter ledger: how much of every element was made, destroyed and moved, in figures that change while it runs.

namespace {

struct Column {
  const char* title;
  const char* tip;
  std::int64_t (*of)(const LedgerRow& row);
};

constexpr std::array<Column, 6> kColumns = {{
    {text_id("Now"), text_id("In the world at this moment."), [](const LedgerRow& row) { return row.now; }},
    {text_id("Made"), text_id("By rules, sources and faucets."), [](const LedgerRow& row) { return row.made; }},
    {text_id("Destroyed"), text_id("By rules."), [](const LedgerRow& row) { return row.destroyed; }},
    {text_id("Painted"), text_id("By painting: added minus removed."),
     [](const LedgerRow& row) { return row.painted; }},
    {text_id("Left"), text_id("Over the edge of the world and into drains."),
     [](const LedgerRow& row) { return row.left; }},
    {text_id("Lost"), text_id("Not accounted for. Above 0: it vanished. Below 0: it appeared from nowhere."),
     [](const LedgerRow& row) { return row.lost(); }},
}};
constexpr std::size_t kLost = kColumns.size() - 1;

// The number with spaces between thousands.
std::string counted(std::int64_t amount, double unit) {
  if (amount == 0) return "0";
  std::string digits = unit == 1 ? std::to_string(std::llabs(amount))
                                 : fmt::format("{:.0f}", std::abs(static_cast<double>(amount)) / unit);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  if (unit != 1 && digits == "0") digits = "<1";
  return amount < 0 ? "-" + digits : digits;
}

void right_aligned(const std::string& text, const ImVec4& colour) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  coloured_text(colour, text);
}

// `id` names it for landmarks.
void ledger_row(const std::string& id, const std::string& name, const Element* element, Color color,
                const LedgerRow& row, double unit) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (element != nullptr) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight() - px(4);
    colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + px(2)}, {at.x + side, at.y + px(2) + side}, color,
                  element->glow);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + px(8));
  }
  ImGui::TextUnformatted(name.c_str());
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    ImGui::TableNextColumn();
    const std::int64_t amount = kColumns[i].of(row);
    const ImVec4& colour = amount == 0 ? theme().dim : i == kLost ? theme().error : theme().text;
    right_aligned(counted(amount, unit), colour);
  }
  landmarks().mark("ledger/" + id);
}

}  // namespace

void draw_ledger_card(Desk& desk, ImVec4 canvas) {
  constexpr float kUsualWidth = 624, kAboveRecording = 112;
  const float right = canvas.z - px(kCanvasMargin),
              top = desk.layout.below_cards(right - px(kUsualWidth), right, canvas.y + px(kCanvasMargin));
  ImGui::SetNextWindowPos({right, top}, ImGuiCond_Always, {1, 0});  // the panel grows to the left
  const float room = std::max(px(160), canvas.w - px(kAboveRecording) - top);
  ImGui::SetNextWindowSizeConstraints(
      {px(240), 0}, {std::min(px(640), canvas.z - canvas.x - 2 * px(kCanvasMargin)), std::min(px(440), room)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  bool open = true;
  if (is_narrow()) ImGui::SetNextWindowContentSize({px(520), 0});  // of the table
  const ImGuiWindowFlags scrolls_sideways = is_narrow() ? ImGuiWindowFlags_HorizontalScrollbar : 0;
  ImGui::Begin(fmt::format("{}###ledger", tr("Matter ledger")).c_str(), &open,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing | scrolls_sideways);
  landmarks().mark("ledger");
  if (const auto ledger = desk.session().ledger()) {
    if (button(tr("Restart"), "ledger/Restart", px(100))) desk.simulation.execute(command::KeepLedger{true});
    ImGui::SameLine(0, px(14));
    ImGui::AlignTextToFramePadding();
    std::int64_t lost = 0;
    for (const LedgerRow& row : ledger->rows) lost += std::llabs(row.lost());
    if (lost == 0) {
      coloured_text(theme().good, tr("Nothing is lost."));
    } else {
      const std::string amount = counted(lost, plane_info(ledger->quantity).unit);
      const std::string text = ledger->quantity == Plane::cells
                                   ? trf("{} cells are lost or appeared from nowhere.", amount)
                                   : trf("{} is lost or appeared from nowhere.", amount);
      coloured_text(theme().error, text);
    }
    if (ledger->air && *ledger->air != AirLedger{}) {
      const AirLedger& air = *ledger->air;
      const std::string given = counted(air.given, 1), left = counted(air.left, 1);
      const std::string text = air.lost() == 0
                                   ? trf("Air: {} given, {} left", given, left)
                                   : trf("Air: {} given, {} left, {} lost", given, left, counted(air.lost(), 1));
      coloured_text(air.lost() == 0 ? theme().dim : theme().error, text);
      tooltip(tr("The pressure that sources and blasts gave to the air, and what left over open borders."));
      landmarks().mark("ledger/Air");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), px(3)});
    if (ImGui::BeginTable("ledger", static_cast<int>(kColumns.size()) + 1, ImGuiTableFlags_SizingFixedFit)) {
      ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, px(100));
      for (const Column& column : kColumns)
        ImGui::TableSetupColumn(column.title, ImGuiTableColumnFlags_WidthFixed, px(64));
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      for (const Column& column : kColumns) {
        ImGui::TableNextColumn();
        right_aligned(tr(column.title), theme().dim);
        tooltip(tr(column.tip));
      }
      const auto& elements = desk.session().ruleset().elements;
      if (ledger->quantity == Plane::cells) {
        for (std::size_t i = 0; i < ledger->rows.size() && i < elements.size(); ++i) {
          const LedgerRow& row = ledger->rows[i];
          const bool in_use = row.before != 0 || row.now != 0 || row.made != 0 || row.destroyed != 0 ||
                              row.painted != 0 || row.left != 0;
          if (!in_use || (elements[i].hidden && row.lost() == 0)) continue;  // hidden: only an intermediate product
          ledger_row(shown_name(elements[i]), tr_in("element", shown_name(elements[i])), &elements[i],
                     desk.view.world_views.color_of(static_cast<std::uint8_t>(i)), row, 1);
        }
      } else {
        const Session& session = desk.session();
        const std::string_view substance = session.registry().automaton(session.automaton())->substance;
        for (const LedgerRow& row : ledger->rows)
          ledger_row(with_capital(std::string(substance)), with_capital(tr(substance.data())), nullptr, {}, row,
                     plane_info(ledger->quantity).unit);
      }
      ImGui::EndTable();
    }
    ImGui::PopStyleVar();
  } else {
    dim_text(trf("{} has no ledger on this backend.", desk.session().automaton()));
  }
  desk.layout.cover_window();
  ImGui::End();
  ImGui::PopStyleVar();
  if (!open) desk.simulation.execute(command::KeepLedger{false});
}

// The user interface of recording: the button, the card over the canvas while a film is made, and the options.

namespace {

constexpr const char* kOptions = "Recording###film_options";

// A row of choices, of which one is on.
template <class T>
void choices(const char* title, const char* id, T& value, std::initializer_list<std::pair<T, const char*>> list) {
  section(title);
  bool first = true;
  for (const auto& [choice, label] : list) {
    if (!first) ImGui::SameLine(0, px(4));
    first = false;
    if (chip(fmt::format("{}##{}", tr(label), id).c_str(), value == choice)) value = choice;
    landmarks().mark(fmt::format("film/{}/{}", id, label));
  }
}

// Red, and slowly pulsating while a film is made.
ImU32 red(double now, bool breathing) {
  const double alpha = breathing ? 0.82 + 0.18 * std::cos(now * 3.1) : 1.0;
  return IM_COL32(230, 74, 66, static_cast<int>(255 * alpha));
}

}  // namespace

void draw_record_button(Desk& desk, float side) {
  Recording& films = desk.files.recording;
  const bool recording = films.state() == Recording::State::recording;
  ImGui::BeginDisabled(films.state() == Recording::State::finishing);
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed = ImGui::Button("##record", {side, side});
  // A finger has no right button: the options come first.
  if (pressed) is_narrow() && !recording ? ImGui::OpenPopup(kOptions) : films.toggle();
  ImGui::PopStyleColor();
  landmarks().mark("record");
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup(kOptions);
  const ImVec2 low = ImGui::GetItemRectMin();
  draw_icon(*ImGui::GetWindowDrawList(), recording ? Icon::stop : Icon::record, {low.x + side / 2, low.y + side / 2},
            side * 0.6f, red(desk.loop.now(), recording && desk.settings.view.animates()));
  ImGui::EndDisabled();
  tooltip(recording ? tr("Stop, and save the film.") : tr("Record a film. Right click: its format, size and pace."),
          desk.actions.keys(action::record));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  if (ImGui::BeginPopup(kOptions)) {
    FilmSettings& film = desk.settings.film;
    section(tr("Format"));
    for (const FilmFormat format : kFilmFormats) {
      const FilmFormatInfo& info = film_format_info(format);
      const std::string reason = Recording::why_no_format(format);
      if (format != FilmFormat::gif) ImGui::SameLine(0, px(4));
      ImGui::BeginDisabled(!reason.empty());
      if (chip(info.title.data(), film.format == format)) film.format = format;
      landmarks().mark(fmt::format("film/format/{}", info.name));
      ImGui::EndDisabled();
      if (!reason.empty()) tooltip(reason);
    }
    choices<bool>(tr("Picture"), "what", film.whole_world,
                  {{false, text_id("Visible part")}, {true, text_id("Whole world")}});
    if (film.whole_world) {
      choices<int>(tr("Pixels per cell"), "scale", film.scale, {{1, "1"}, {2, "2"}, {3, "3"}, {4, "4"}});
    } else {
      choices<int>(tr("Size"), "scale", film.scale,
                   {{1, text_id("Full")}, {2, text_id("Half")}, {3, text_id("Third")}, {4, text_id("Quarter")}});
    }
    choices<int>(tr("Pictures per second"), "rate", film.frames_per_second,
                 {{10, "10"}, {20, "20"}, {25, "25"}, {50, "50"}});
    section(tr("A film of the past"));
    ImGui::BeginDisabled(films.busy() || !desk.simulation.can_step_back());
    for (const int seconds : {5, 10, 30}) {
      if (seconds != 5) ImGui::SameLine(0, px(4));
      if (button(trf("Last {} s", seconds).c_str(), fmt::format("film/past/{}", seconds))) {
        films.save_past(seconds);
        ImGui::CloseCurrentPopup();
      }
      tooltip(tr("The whole world, from the time line. The simulation keeps running."));
    }
    ImGui::EndDisabled();
    if (is_narrow()) {
      ImGui::Dummy({0, px(4)});
      if (primary_button(tr("Record"))) {
        ImGui::CloseCurrentPopup();
        films.toggle();
      }
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

void draw_recording_card(Desk& desk, float middle_x, float bottom) {
  Recording& films = desk.files.recording;
  using State = Recording::State;
  if (films.state() == State::idle) return;
  begin_card("##recording", {middle_x, bottom - px(56)}, {0.5f, 1}, {px(14), px(9)});
  ImGui::AlignTextToFramePadding();
  const FilmProgress now = films.progress();
  if (films.state() == State::recording) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + px(6), at.y + ImGui::GetFrameHeight() / 2}, px(5),
                                                red(desk.loop.now(), true));
    ImGui::Dummy({px(14), 0});
    ImGui::SameLine(0, px(4));
    const double kilobytes = static_cast<double>(now.bytes) / 1000;
    const auto whole = static_cast<int>(films.seconds());
    const std::string size = kilobytes < 1000 ? trf("{:.0f} kB", kilobytes) : trf("{:.1f} MB", kilobytes / 1000);
    ImGui::TextUnformatted(fmt::format("{}:{:02}    {}", whole / 60, whole % 60, size).c_str());
    if (now.dropped > 0) {
      ImGui::SameLine(0, px(12));
      coloured_text(theme().warning, trf_n("{} picture dropped", "{} pictures dropped", now.dropped));
    }
    ImGui::SameLine(0, px(16));
    if (primary_button(tr("Stop"), px(72))) films.stop();
    tooltip(
        page::exchanges_files() ? tr("The film is downloaded.") : tr("The film is saved in your folder for pictures."),
        desk.actions.keys(action::record));
  } else if (films.state() == State::finishing) {
    ImGui::TextUnformatted(trf("Writing the film: {} of {} pictures", now.written, now.offered).c_str());
    if (!is_narrow()) ImGui::SameLine(0, px(16));
  } else {
    ImGui::TextUnformatted(trf("Saved {}", films.file().filename().string()).c_str());
    tooltip(films.file().string());
    if (!is_narrow()) ImGui::SameLine(0, px(16));
    if (button(tr("Show"), "record/show", px(72))) films.show_folder();
    tooltip(tr("Opens the folder."));
    ImGui::SameLine();
    if (button(tr("Save as..."), "record/save_as")) films.ask_where_to_move();
  }
  if (!is_narrow() || films.state() != State::finishing) ImGui::SameLine();
  if (films.state() == State::saved) {
    if (button(tr("Close"), "record/close")) films.dismiss();
  } else if (button(tr("Discard"), "record/discard", px(84))) {
    films.cancel();
  }
  desk.layout.cover_window();
  ImGui::End();
}

// Draws the card of the inspector (the cell, its planes and neighbours, the result of the next step), and the marks
// around the cell and its partner.

namespace {

constexpr float kWidth = 330;
constexpr std::size_t kReasonsShown = 4;

const Element& element_in(const Session& session, const WorldWindow& window, CellPoint cell) {
  const auto& elements = session.ruleset().elements;
  const std::uint8_t element = shown_element(session, read_cell(window, cell));
  return elements[element < elements.size() ? element : 0];
}

std::string speed_text(int x, int y) {
  if (x == 0 && y == 0) return tr("none");
  std::string text;
  if (x != 0) text = x > 0 ? trf("{} right", x) : trf("{} left", -x);
  if (y != 0) text += (text.empty() ? "" : ", ") + (y > 0 ? trf("{} down", y) : trf("{} up", -y));
  return text;
}

// The values of the planes, in units for people.
void draw_facts(const Session& session, const Sight& sight) {
  const World& world = sight.window.cells;
  const std::size_t i = world.index(sight.cell.x - sight.window.box.x, sight.cell.y - sight.window.box.y);
  const CellReading reading = read_cell(sight.window, sight.cell);
  const auto fact = [](const char* title, const std::string& value) {
    dim_text(title);
    ImGui::SameLine(px(104));
    ImGui::TextUnformatted(value.c_str());
  };
  if (reading.mass) {
    const double full = static_cast<double>(std::max(0, *reading.mass)) / kFullCell;
    fact(tr("Water"), fmt::format("{:.1f} %", 100 * full));
    fact(tr("Pressure"), fmt::format("{:.3f}", std::max(0.0, full - 1)));
  } else if (reading.height) {
    const bool obstacle = *reading.height >= kObstacleHeight;
    fact(tr("Height"),
         obstacle ? tr("obstacle") : fmt::format("{:.2f}", static_cast<double>(*reading.height) / kHeightOne));
    fact(tr("Wet"), fmt::format("{:.0f} %", 100.0 * reading.wetness / kWetnessMax));
  } else {
    fact(tr("Density"), fmt::format("{:.4g}", element_in(session, sight.window, sight.cell).density));
  }
  if (reading.energy) fact(tr("Temperature"), trf("{} of {}", *reading.energy, kEnergyMax));
  if (world.has(Plane::velocity)) {
    const auto velocity = world.bytes(Plane::velocity);
    fact(tr("Speed"),
         speed_text(static_cast<std::int8_t>(velocity[2 * i]), static_cast<std::int8_t>(velocity[2 * i + 1])));
  }
}

// True when the inspector must be closed; the tooltip of its button names `keys`.
bool header(const Session& session, const std::string& keys, const Sight& sight, bool pinned) {
  const Element& element = element_in(session, sight.window, sight.cell);
  const float side = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  colour_swatch(list, {at.x, at.y + px(2)}, {at.x + side - px(4), at.y + side - px(2)}, element.color, element.glow);
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const std::string place = fmt::format("{}, {}", sight.cell.x, sight.cell.y);
  const float place_at = right - side - px(8) - ImGui::CalcTextSize(place.c_str()).x;
  const float text_y = at.y + (side - ImGui::GetTextLineHeight()) / 2;
  ImGui::PushFont(heading_font());
  ImGui::PushClipRect(at, {place_at - px(8), at.y + side}, true);
  list.AddText({at.x + side + px(6), at.y + (side - ImGui::GetTextLineHeight()) / 2}, to_u32(theme().text),
               tr_in("element", shown_name(element)).c_str());
  ImGui::PopClipRect();
  ImGui::PopFont();
  list.AddText({place_at, text_y}, to_u32(pinned ? theme().accent : theme().dim), place.c_str());
  ImGui::SetCursorScreenPos({right - side, at.y});
  return icon_button("inspector/close", Icon::cross, tr("Close the inspector"), keys, false, side);
}

// The cell and its eight neighbours, arranged as in the world; the partner has a frame.
void neighbour_grid(const Session& session, const Sight& sight) {
  const float side = px(22), gap = px(2), all = 3 * side + 2 * gap;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - all);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool has_reason = sight.explanation && !sight.explanation->reasons.empty();
  std::optional<CellPoint> partner;
  if (has_reason) partner = sight.explanation->reasons[0].partner;
  std::string hovered;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const CellPoint cell = {sight.cell.x + dx, sight.cell.y + dy};
      const ImVec2 low = {origin.x + static_cast<float>(dx + 1) * (side + gap),
                          origin.y + static_cast<float>(dy + 1) * (side + gap)};
      const ImVec2 high = {low.x + side, low.y + side};
      if (!sight.window.box.contains(cell)) {  // beyond the edge of the world
        list.AddRect(low, high, to_u32(theme().border), px(3));
        continue;
      }
      const Element& element = element_in(session, sight.window, cell);
      colour_swatch(list, low, high, element.color, element.glow);
      if (dx == 0 && dy == 0)
        list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, to_u32(theme().text), px(3), 0, px(1.5f));
      if (partner == cell)
        list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, to_u32(theme().accent), px(3), 0, px(1.5f));
      if (ImGui::IsMouseHoveringRect(low, high)) hovered = tr_in("element", shown_name(element));
    }
  }
  ImGui::Dummy({all, all});
  landmarks().mark("inspector/neighbours");
  if (!hovered.empty()) tooltip(hovered);
}

// The rule as it is written. True when the editor must show it; the tooltip names `keys`.
bool rule_line(const std::string& keys, int line, const std::string& text, std::size_t number) {
  const float height = ImGui::GetTextLineHeight() + px(10), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(number));
  const bool pressed = ImGui::InvisibleButton("rule", {width, height});
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  landmarks().mark(fmt::format("inspector/rule{}", number));
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip(tr("Show in editor"), keys);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().raised), px(4));
  if (hovered) list.AddRect(at, {at.x + width, at.y + height}, to_u32(theme().accent), px(4));
  const std::string name = std::to_string(line);
  const float y = at.y + px(5);
  list.AddText({at.x + px(8), y}, to_u32(theme().accent), name.c_str());
  ImGui::PushFont(mono_font());
  list.PushClipRect(at, {at.x + width - px(6), at.y + height}, true);
  list.AddText({at.x + px(18) + ImGui::CalcTextSize("0000").x, y}, to_u32(theme().text), text.c_str());
  list.PopClipRect();
  ImGui::PopFont();
  return pressed;
}

void verdict(const Session& session, const Sight& sight) {
  const Explanation& said = *sight.explanation;
  const auto& elements = session.ruleset().elements;
  const std::uint8_t now = sight.window.cell(sight.cell);
  const bool holds_elements = !session.solver_facts().state_planes().has(Plane::height) &&
                              !session.solver_facts().state_planes().has(Plane::mass);
  section(tr("Next step"));
  if (!said.certain)
    tooltip(
        tr("Not certain: distant cells also decide, or updates that follow each other through the whole "
           "world."));
  if (!holds_elements || said.next == now || said.next >= elements.size()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetTextLineHeight() - px(2);
  colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + px(1)}, {at.x + side, at.y + px(1) + side},
                elements[said.next].color, elements[said.next].glow);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + px(8));
  const std::string name = tr_in("element", shown_name(elements[said.next]));
  const std::string text =
      said.certain ? trf("{} holds this cell", name) : trf("{} holds this cell, most likely", name);
  ImGui::TextUnformatted(text.c_str());
  landmarks().mark("inspector/next");
}

void draw_reasons(Desk& desk, const Sight& sight) {
  const Session& session = desk.session();
  if (!sight.explanation) return dim_text(trf("No explanation is available for {}.", session.automaton()));
  verdict(session, sight);
  const auto& all = sight.explanation->reasons;
  for (std::size_t i = 0; i < std::min(all.size(), kReasonsShown); ++i) {
    wrapped_text(all[i].sentence);
    landmarks().mark(fmt::format("inspector/reason{}", i));
    if (!sight.lines[i].empty() && rule_line(desk.actions.keys(action::config_editor), all[i].line, sight.lines[i], i))
      desk.show_config_line(all[i].line, sight.lines[i]);
  }
  if (all.size() > kReasonsShown) dim_text(trf("and {} more", all.size() - kReasonsShown));
}

// A square around the cell, large enough to be visible, and a thin line to its partner.
void draw_marks(Desk& desk) {
  const auto& sight = desk.view.inspector.sight();
  const bool pinned = desk.view.inspector.pinned().has_value();
  if (!sight || desk.view.canvas.in_relief()) return;
  const Camera& camera = desk.view.canvas.camera();
  const float scale = desk.layout.pixels_per_point();
  const auto point = [&](double x, double y) { return to_points(camera.to_pixel({x, y}), scale); };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const CellPoint cell = sight->cell;
  const ImVec2 middle = point(cell.x + 0.5, cell.y + 0.5);
  const float half = std::max(px(5), static_cast<float>(camera.zoom()) / scale / 2 + px(1));
  const ImVec2 low = {middle.x - half, middle.y - half}, high = {middle.x + half, middle.y + half};
  const float width = px(pinned ? 2.0f : 1.5f);
  list.AddRect(low, high, IM_COL32(0, 0, 0, 150), px(2), 0, width + px(2));
  list.AddRect(low, high, to_u32(pinned ? theme().accent : ImVec4(1, 1, 1, 0.85f)), px(2), 0, width);
  if (!sight->explanation || sight->explanation->reasons.empty() || camera.zoom() < 4) return;
  if (const auto partner = sight->explanation->reasons[0].partner) {
    list.AddLine(middle, point(partner->x + 0.5, partner->y + 0.5), to_u32(theme().accent), px(1.5f));
  }
}

}  // namespace

void draw_inspector(Desk& desk, ImVec4 canvas) {
  Inspector& inspector = desk.view.inspector;
  if (!inspector.on()) return;
  const auto& sight = inspector.sight();
  const bool is_pinned = inspector.pinned().has_value();
  draw_marks(desk);
  const float width = std::min(px(kWidth), canvas.z - canvas.x - 2 * px(kCanvasMargin));
  // On the left, unless the cell is there and the canvas has space for two cards; the ledger is on the right.
  const float beside = width + 3 * px(kCanvasMargin);
  float left = canvas.x + px(kCanvasMargin);
  if (sight && canvas.z - canvas.x >= 2 * beside && !desk.session().keeps_ledger()) {
    const PixelPoint cell = desk.view.canvas.camera().to_pixel({sight->cell.x + 0.5, sight->cell.y + 0.5});
    if (static_cast<float>(cell.x) / desk.layout.pixels_per_point() < canvas.x + beside)
      left = canvas.z - px(kCanvasMargin) - width;
  }
  const float top = desk.layout.below_cards(left, left + width, canvas.y + px(kCanvasMargin));
  ImGui::SetNextWindowPos({left, top});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(px(80), canvas.w - top - px(kCanvasMargin))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(12)});
  ImGui::Begin("##inspector", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing);
  landmarks().mark("inspector");
  if (sight) {
    const bool closes = header(desk.session(), desk.actions.keys(action::inspector), *sight, is_pinned);
    ImGui::Dummy({0, px(2)});
    ImGui::BeginGroup();
    draw_facts(desk.session(), *sight);
    ImGui::EndGroup();
    neighbour_grid(desk.session(), *sight);
    draw_reasons(desk, *sight);
    const char* const pin = is_narrow() ? tr("A tap pins the cell.") : tr("A click pins the cell.");
    const char* const unpin = is_narrow() ? tr("Pinned. A tap on it unpins it.") : tr("Pinned. Esc unpins it.");
    dim_text(is_pinned ? unpin : pin);
    if (closes) inspector.toggle();
  } else {
    dim_text(is_narrow() ? tr("Touch a cell of the world.") : tr("Point at a cell of the world."));
  }
  desk.layout.cover_window();
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace repose
