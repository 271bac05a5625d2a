// Challenges in the window: the gallery, and the card that shows how far one has come.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "app/ui/panels/panels.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"
#include "repose/picture.hpp"
#include "session/daily.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace {

constexpr float kGoalCardWidth = 312, kPictureWidth = 144, kPictureHeight = 90;
constexpr std::array<const char*, kChallengeRows> kRowTitles = {
    text_id("The first minute"), text_id("A little thought"), text_id("Tinkering"), text_id("An evening's puzzle")};

std::string best_medal(Desk& desk, const Challenge& challenge) {
  const auto won = desk.settings.medals.find(challenge.name);
  return won == desk.settings.medals.end() ? std::string() : won->second;
}

ImVec4 colour_of(Medal medal) {
  switch (medal) {
    case Medal::gold: return {0.95f, 0.77f, 0.29f, 1};
    case Medal::silver: return {0.75f, 0.78f, 0.82f, 1};
    case Medal::bronze: return {0.80f, 0.53f, 0.32f, 1};
    case Medal::none: break;
  }
  return theme().dim;
}

// The name of a medal in the language of the person.
const char* title_of(Medal medal) { return tr(medal_name(medal).data()); }

// "120 cells   3 strokes".
std::string spent(const ChallengePlay& play) {
  return fmt::format("{}   {}", trf_n("{} cell", "{} cells", play.matter),
                     trf_n("{} stroke", "{} strokes", play.strokes));
}

// The limits of a medal: "400 cells, 30 s".
std::string limits_text(const Challenge& challenge, const MedalLimits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.matter) add(trf_n("{} cell", "{} cells", *limits.matter));
  if (limits.steps) add(trf("{:.0f} s", static_cast<double>(*limits.steps) / challenge.steps_per_second()));
  if (limits.strokes) add(trf_n("{} stroke", "{} strokes", *limits.strokes));
  return text;
}

}  // namespace

std::shared_ptr<const Challenge> running_challenge(Desk& desk) { return desk.session().state().origin.challenge; }

const std::vector<std::shared_ptr<const Challenge>>& ChallengePanel::list() {
  if (list_.empty()) {
    if (const auto folder = find_data("configs/challenges")) list_ = challenges_in(*folder, default_rules());
  }
  return list_;
}

std::shared_ptr<const Challenge> ChallengePanel::today() {
  const std::chrono::year_month_day now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const Day day{static_cast<int>(now.year()), static_cast<int>(static_cast<unsigned>(now.month())),
                static_cast<int>(static_cast<unsigned>(now.day()))};
  const std::string name = day_name(day);
  if (today_ == nullptr || today_->name != name) today_ = find_challenge(name, default_rules()).challenge;
  return today_;
}

void ChallengePanel::start(const std::shared_ptr<const Challenge>& challenge) {
  desk_.panels->tour.end();
  if (!desk_.simulation.travel(command::StartChallenge{challenge}).ok) return;
  shows_hint_ = false;
  desk_.simulation.wait_for_stroke();
  desk_.view.canvas.fit();
  desk_.paint_box.set_tool(Tool::brush);
  desk_.paint_box.brush().over = PaintOver::everything;
  if (!challenge->allowed.empty()) desk_.paint_box.pick(challenge->allowed.front().element);
}

void ChallengePanel::again() {
  if (!running_challenge(desk_)) return;
  desk_.simulation.travel(command::Reset{});
  desk_.simulation.wait_for_stroke();
}

void ChallengePanel::next() {
  const auto now = running_challenge(desk_);
  const auto& all = list();
  const auto at = std::ranges::find(all, now ? now->name : std::string(), [](const auto& one) { return one->name; });
  if (at == all.end() || at + 1 == all.end()) return desk_.dialogs->challenges.open();
  start(*(at + 1));
}

bool ChallengePanel::leave() {
  if (!running_challenge(desk_)) return false;
  desk_.simulation.travel(command::EndChallenge{});
  desk_.simulation.begin_clock();
  return true;
}

void ChallengePanel::save_solution() {
  const std::string suffix(kReplayFileSuffix);
  const auto chosen = [this](const std::filesystem::path& file) {
    desk_.simulation.execute(command::SaveSolution{file});
  };
  desk_.ask_for_file({.title = tr("Save the solution"),
                      .save = true,
                      .extensions = {suffix},
                      .name = running_challenge(desk_)->name + suffix,
                      .chosen = chosen});
}

// ---- the card ----

namespace {

// The words of a goal, as they are in its file.
class GoalWords {
 public:
  explicit GoalWords(std::string_view text) : rest_(text) {}

  std::string_view next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  bool take(std::string_view word) {
    GoalWords after = *this;
    if (after.next() != word) return false;
    *this = after;
    return true;
  }
  static std::string spaced(std::string_view word) {
    std::string text(word);
    std::ranges::replace(text, '_', ' ');
    return text;
  }
  // "stone or gravel".
  std::string elements() {
    std::string text;
    std::string_view all = next();
    while (!all.empty()) {
      const std::string_view one = all.substr(0, all.find('+'));
      const std::string english = spaced(one), element = tr_in("element", english);
      const std::string name = element == english ? tr_in("group", english) : element;
      text = text.empty() ? name : trf("{} or {}", text, name);
      all.remove_prefix(std::min(one.size() + 1, all.size()));
    }
    return text;
  }
  std::string time() {
    const std::string_view number = next();
    return take("s") ? trf("{} s", number) : std::string(number);
  }

 private:
  std::string_view rest_;
};

std::string shown_goal(const ChallengeGoal& goal) {
  GoalWords words(goal.text);
  using enum ChallengeGoal::Kind;
  if (words.take("within")) return trf("Within {}", words.time());
  std::string_view amount;
  bool none = false;
  if (words.take("at")) {
    words.next();  // least or most
    amount = words.next();
  } else if (words.take("keep")) {
    amount = words.next();
  } else if (words.take("never")) {
    if (words.take("over")) amount = words.next();
  } else {
    none = words.take("no") || words.take("none");
    words.take("of");
  }
  std::string what = words.elements();
  if (words.take("in")) what = trf("{} in {}", what, tr_in("region", GoalWords::spaced(words.next())));
  const std::string sentence = none                                   ? trf("No {}", what)
                               : goal.kind == at_least                ? trf("At least {} {}", amount, what)
                               : goal.kind == at_most                 ? trf("At most {} {}", amount, what)
                               : goal.kind == keep                    ? trf("Keep {} {}", amount, what)
                               : goal.kind == never && amount.empty() ? trf("Never {}", what)
                                                                      : trf("Never over {} {}", amount, what);
  return words.take("for") ? trf("{} for {}", sentence, words.time()) : sentence;
}

}  // namespace

void ChallengePanel::draw_goals(const Challenge& challenge, const ChallengePlay& play, std::uint64_t step) {
  for (std::size_t i = 0; i < challenge.goals.size(); ++i) {
    const ChallengeGoal& goal = challenge.goals[i];
    const ChallengePlay::Goal progress = i < play.goals.size() ? play.goals[i] : ChallengePlay::Goal();
    const bool is_time = goal.kind == ChallengeGoal::Kind::within;
    const double seconds = challenge.steps_per_second();
    std::string figure =
        is_time ? trf("{:.0f} s left", static_cast<double>(goal.amount - std::min(goal.amount, step)) / seconds)
        : play.goals.empty() ? std::string()  // nothing was counted yet
                             : std::to_string(progress.cells);
    if (goal.hold_steps > 0 && progress.since && !progress.met)
      figure = trf("{:.0f} s", static_cast<double>(step - *progress.since) / seconds);
    const ImVec4 colour = progress.lost ? theme().error : progress.met ? theme().good : theme().text;
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(figure.c_str()).x - px(10);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
    coloured_text(theme().text, breakable(shown_goal(goal)));
    ImGui::PopTextWrapPos();
    landmarks().mark(fmt::format("challenge/goal/{}", i));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(figure.c_str()).x);
    coloured_text(colour, figure);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x,
                part = play.goals.empty() ? 0 : static_cast<float>(play.share(goal, progress, step));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + px(3)}, to_u32(theme().track), px(1.5f));
    list.AddRectFilled(low, {low.x + width * part, low.y + px(3)},
                       to_u32(progress.lost  ? theme().error
                              : progress.met ? theme().good
                                             : theme().accent),
                       px(1.5f));
    ImGui::Dummy({width, px(6)});
  }
}

void ChallengePanel::draw_uses(const Challenge& challenge, const ChallengePlay& play) {
  for (std::size_t i = 0; i < challenge.allowed.size(); ++i) {
    const ChallengeAllowance& allowance = challenge.allowed[i];
    const std::uint64_t used = i < play.used.size() ? play.used[i] : 0;
    const std::string english =
        allowance.element == 0 ? text_id("eraser") : shown_name(challenge.rules->elements[allowance.element]);
    const std::string name = allowance.element == 0 ? tr("eraser") : tr_in("element", english);
    const std::string label =
        allowance.cells ? fmt::format("{} {}###use{}", name, *allowance.cells - std::min(used, *allowance.cells), i)
                        : fmt::format("{}###use{}", name, i);
    if (i > 0) same_line_if_fits(button_width(label.c_str()));
    if (chip(label.c_str(), desk_.paint_box.brush().element == allowance.element))
      desk_.paint_box.pick(allowance.element);
    landmarks().mark("challenge/use/" + english);
    tooltip(allowance.cells ? tr("How many cells of it are left. A click puts it on the brush.")
                            : tr("As much as you like. A click puts it on the brush."));
  }
}

void ChallengePanel::draw(ImVec4 canvas) {
  const auto running = running_challenge(desk_);
  if (!running) return;
  const Challenge& challenge = *running;
  const ChallengePlay& play = desk_.session().state().play;
  const std::uint64_t step = desk_.session().step_count();
  using State = ChallengePlay::State;
  if (play.state == State::solved) {
    std::string& best = desk_.settings.medals[challenge.name];
    if (play.medal > find_medal(best)) best = medal_name(play.medal);
  }
  const float margin = px(kCanvasMargin), width = std::min(px(kGoalCardWidth), canvas.z - canvas.x - 2 * margin);
  const float right = canvas.z - margin, top = desk_.layout.below_cards(right - width, right, canvas.y + margin);
  begin_card("##challenge", {right - width, top}, {0, 0}, {px(14), px(10)}, width);
  const bool leaves = heading_with_cross(in_language(challenge, &Challenge::title), "challenge/leave",
                                         tr("Leave the challenge and play freely"), desk_.actions.keys(action::cancel),
                                         px(24, kFinger));
  const TimelineFacts timeline = desk_.session().timeline();
  const bool repeats = timeline.now < timeline.newest;
  if (repeats) {
    wrapped_text(theme().accent, tr("Replay: this is what you did. Painting goes on from here."));
    landmarks().mark("challenge/repeats");
  } else if (!is_narrow()) {
    wrapped_text(theme().dim, in_language(challenge, &Challenge::text));
  }
  draw_goals(challenge, play, step);
  const auto again_button = [this] {
    if (button(tr("Again"), "challenge/again")) again();
    tooltip(tr("Begins the challenge again"), desk_.actions.keys(action::challenge_again));
  };
  if (play.state == State::playing) {
    draw_uses(challenge, play);
    const std::string figures =
        fmt::format("{}   {}", trf("{:.0f} s", static_cast<double>(step) / challenge.steps_per_second()), spent(play));
    if (desk_.simulation.waits_for_stroke()) {
      wrapped_text(theme().accent,
                   is_narrow() ? tr("The clock waits for you.") : tr("The clock waits for your first stroke."));
      landmarks().mark("challenge/waits");
    } else {
      dim_text(figures);
    }
    std::string medals;
    if (challenge.gold) medals += trf("Gold: {}", limits_text(challenge, *challenge.gold));
    if (challenge.silver) medals += '\n' + trf("Silver: {}", limits_text(challenge, *challenge.silver));
    if (!medals.empty()) tooltip(medals);
    if (!is_narrow()) {
      again_button();
      if (!challenge.hint.empty()) {
        ImGui::SameLine(0, px(6));
        if (button(shows_hint_ ? tr("Hide the hint") : tr("Hint"), "challenge/hint")) shows_hint_ = !shows_hint_;
      }
      if (shows_hint_) wrapped_text(theme().text, in_language(challenge, &Challenge::hint));
    }
  } else {
    const bool solved = play.state == State::solved;
    heading_text(solved ? colour_of(play.medal) : theme().error,
                 solved ? trf("Solved: {}", title_of(play.medal)) : tr("Lost"));
    landmarks().mark(solved ? "challenge/solved" : "challenge/lost");
    dim_text(fmt::format("{}   {}", trf("{:.1f} s", static_cast<double>(play.ended) / challenge.steps_per_second()),
                         spent(play)));
    const std::optional<MedalLimits>& better =
        play.medal == Medal::bronze && challenge.silver ? challenge.silver : challenge.gold;
    if (solved && play.medal != Medal::gold && better) {
      const std::string limits = limits_text(challenge, *better);
      wrapped_text(theme().dim, play.medal == Medal::bronze && challenge.silver ? trf("For silver: at most {}.", limits)
                                                                                : trf("For gold: at most {}.", limits));
    }
    again_button();
    ImGui::SameLine(0, px(6));
    if (button(tr("Show replay"), "challenge/replay")) {
      // The time line holds every step: from the beginning on they are repeated.
      const TimelineFacts now = desk_.session().timeline();
      desk_.simulation.seek(now.now - std::min(now.now - now.oldest, step));
      desk_.simulation.set_playing(true);
    }
    if (solved) {
      same_line_if_fits(button_width(tr("Copy result")));
      const std::string line = result_line(challenge, play);
      if (button(tr("Copy result"), "challenge/copy")) {
        ImGui::SetClipboardText(line.c_str());
        desk_.messages.say(trf("Copied: {}", line));
      }
      tooltip(line);
      same_line_if_fits(button_width(tr("Save solution")));
      if (button(tr("Save solution"), "challenge/save")) save_solution();
      tooltip(tr("A file that repose-cli judge can check"));
      if (primary_button(tr("Next"), ImGui::GetContentRegionAvail().x)) next();
      mark_item("challenge/next", tr("The next challenge"), desk_.actions.keys(action::challenge_next));
    }
  }
  desk_.layout.cover_window();
  const ImVec2 card = ImGui::GetWindowPos(), extent = ImGui::GetWindowSize();
  ImGui::End();
  if (repeats || play.state != State::solved) {
    was_solved_ = repeats && was_solved_;
    won_at_.reset();
  } else if (!std::exchange(was_solved_, true)) {
    won_at_ = desk_.loop.now();
  }
  celebrate({card.x + extent.x / 2, card.y + extent.y}, play.medal);
  if (leaves) leave();
}

// Some paper in the colours of the medal falls from the card.
void ChallengePanel::celebrate(ImVec2 from, Medal medal) {
  constexpr double kSeconds = 2.4;
  constexpr int kPieces = 60;
  if (!won_at_ || !desk_.settings.view.animates()) return;
  const double age = desk_.loop.now() - *won_at_;
  if (age > kSeconds) return won_at_.reset();
  desk_.loop.wake();
  const auto t = static_cast<float>(age);
  ImVec4 colour = colour_of(medal);
  colour.w = std::min(1.0f, static_cast<float>(kSeconds - age));
  for (int i = 0; i < kPieces; ++i) {
    const float turn = static_cast<float>(i) * 2.399f, speed = 60.0f + static_cast<float>(i * 37 % 150);
    const ImVec2 at = {from.x + px(std::cos(turn) * speed * t),
                       from.y + px(std::sin(turn) * speed * t * 0.6f - 90 * t + 190 * t * t)};
    const float half = px(2.5f), wide = half * std::abs(std::cos(turn + 7 * t)) + 1;  // it spins
    const float shade = 0.75f + 0.25f * static_cast<float>(i % 3) / 2;
    ImGui::GetForegroundDrawList()->AddRectFilled(
        {at.x - wide, at.y - half}, {at.x + wide, at.y + half},
        to_u32({colour.x * shade, colour.y * shade, colour.z * shade, colour.w}));
  }
}

// ---- the gallery ----

bool ChallengeGallery::card(const Challenge& challenge, float width) {
  const auto running = running_challenge(desk_);
  const PictureCard card =
      picture_card(challenge.name, "challenges/" + challenge.name, running && running->name == challenge.name, width,
                   {px(kPictureWidth), px(kPictureHeight)});
  auto& picture = pictures_[challenge.name];
  if (picture == nullptr) picture = desk_.screen->make_texture(world_to_picture(challenge.start, *challenge.rules));
  draw_picture(picture, card.low, card.high);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = card.text_x, end = card.high.y + px(4);
  list.PushClipRect({x, card.low.y - px(8)}, {x + card.text_width, end}, true);
  draw_heading(list, {x, card.low.y}, in_language(challenge, &Challenge::title));
  const Medal medal = find_medal(best_medal(desk_, challenge));
  if (medal != Medal::none) {
    const float radius = px(7), line = ImGui::GetTextLineHeight();
    const float y = card.low.y + px(24) + line / 2;
    list.AddCircleFilled({x + radius, y}, radius, to_u32(colour_of(medal)));
    list.AddText({x + 2 * radius + px(6), y - line / 2}, to_u32(colour_of(medal)), title_of(medal));
  }
  const float text_y = card.low.y + px(medal == Medal::none ? 26.0f : 44.0f);
  const std::string text = in_language(challenge, &Challenge::text);
  draw_text(list, {x, text_y}, card.text_width, theme().dim, text);
  list.PopClipRect();
  const float text_height = ImGui::CalcTextSize(breakable(text).c_str(), nullptr, false, card.text_width).y;
  if (text_y + text_height > end) tooltip(text);  // its end is cut off
  return card.pressed;
}

// The world of the day, over the whole width. True when it is to begin.
bool ChallengeGallery::today(const Challenge& challenge) {
  const float button = px(96), room = ImGui::GetContentRegionAvail().x, high = px(kPictureHeight + 16);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + room, low.y + high}, to_u32(theme().raised), px(6));
  bool chosen = card(challenge, room - button - px(24));
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({low.x + room - button - px(12), low.y + (high - ImGui::GetFrameHeight()) / 2});
  chosen = primary_button(tr("Play"), button) || chosen;
  landmarks().mark("challenges/today");
  ImGui::SetCursorScreenPos(after);
  if (on_today_) list.AddRect(low, {low.x + room, low.y + high}, to_u32(theme().accent), px(6));
  ImGui::Dummy({0, px(4)});
  return chosen;
}

void ChallengeGallery::draw() {
  if (!begin_gallery(fmt::format("{}###challenges", tr("Challenges")).c_str(), open_)) return;
  const auto& all = desk_.panels->challenge.list();
  const auto is_won = [&](const auto& one) { return !best_medal(desk_, *one).empty(); };
  const Bindings& keys = desk_.actions.bindings();
  const auto won = std::ranges::count_if(all, is_won);
  const std::string how =
      keys.uses_pad() ? trf("{} of {} solved. The D-pad chooses, {} begins.", won, all.size(),
                            keys.name({pad(SDL_CONTROLLER_BUTTON_A)}))
                      : trf("{} of {} solved. Up, Down, Left and Right choose, Return begins.", won, all.size());
  dim_text(how);
  ImGui::BeginChild("cards", {}, false, ImGuiWindowFlags_NavFlattened);
  CardColumns columns = card_columns(360);
  const float wide = columns.width;
  move_choice(all, columns.count);
  std::shared_ptr<const Challenge> chosen;
  const auto day = desk_.panels->challenge.today();
  if (day != nullptr && today(*day)) chosen = day;
  on_today_ = on_today_ && day != nullptr;
  for (int row = 1; row <= kChallengeRows; ++row) {
    section(tr(kRowTitles[static_cast<std::size_t>(row - 1)]));
    columns.placed = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i]->row != row) continue;
      columns.next();
      const ImVec2 low = ImGui::GetCursorScreenPos();
      if (card(*all[i], wide)) chosen = all[i];
      if (i != choice_ || on_today_) continue;
      ImGui::GetWindowDrawList()->AddRect(low, {low.x + wide, low.y + px(kPictureHeight + 16)}, to_u32(theme().accent),
                                          px(6));
      if (std::exchange(reveal_, false)) ImGui::SetScrollHereY(0.5f);
    }
    ImGui::Dummy({0, px(4)});
  }
  ImGui::EndChild();
  if (all.empty()) wrapped_text(theme().dim, tr("None were found."));
  const bool entered = key_pressed(ImGuiKey_Enter, false);
  if (entered && on_today_) {
    chosen = day;
  } else if (entered && choice_ < all.size()) {
    chosen = all[choice_];
  }
  end_dialog();
  if (!chosen) return;
  close();
  desk_.panels->challenge.start(chosen);
}

void ChallengeGallery::move_choice(const std::vector<std::shared_ptr<const Challenge>>& all, int columns) {
  if (all.empty()) return;
  const int by = card_step(columns);
  if (by == 0) return;
  reveal_ = true;
  // The world of the day is above the first row.
  if (std::exchange(on_today_, by < 0 && choice_ < static_cast<std::size_t>(-by) && -by == columns)) return;
  if (on_today_) return ImGui::SetScrollY(0);
  const int last = static_cast<int>(all.size()) - 1;
  choice_ = static_cast<std::size_t>(std::clamp(static_cast<int>(choice_) + by, 0, last));
}

}  // namespace repose
