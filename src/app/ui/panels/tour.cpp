// The first start of Repose: three small tasks in a card over the world. Each ends by itself when it is done, and can
// be skipped. Then the card offers scenes. The window can be used as always meanwhile.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr float kTourWidth = 296, kMargin = 14, kMark = 9;
constexpr float kLowCanvas = 480;          // points; in a lower one the card shows the present task alone
constexpr float kRadius = 20, kSwing = 4;  // of the ring, and by how much it changes
constexpr double kPraiseSeconds = 0.9;     // between the end of a task and the next one
constexpr int kLookRadius = 14;            // cells around the brush in which a task searches its effect
constexpr float kTreeCells = 90;           // from the ring to the top of the crown
constexpr int kLookBelow = 120;            // cells below the brush, too, for what is poured: it falls

enum TaskNumber : std::size_t { kLight, kPour, kTakeBack };

struct Task {
  const char* title;
  std::string_view element;  // chosen for the person; empty: none is needed
};
constexpr std::array<Task, Tour::kTaskCount> kTasks = {{{text_id("Light the tree"), "fire"},
                                                        {text_id("Pour water on the lava"), "water"},
                                                        {text_id("Now take it back"), ""}}};

// What the card offers in the end.
constexpr std::array<std::string_view, 3> kScenesAfter = {"volcano", "fireworks", "demolition"};

void heading(Tour& tour, const char* title) {
  if (heading_with_cross(title, "tour/close", tr("Closes this card. The Help menu shows it again."), "",
                         px(24, kFinger)))
    tour.end();
}

}  // namespace

void Tour::start() {
  const Session& session = desk_.session();
  if (session.scene() != kScene || session.automaton() != find_scene(kScene)->automaton)
    desk_.simulation.load_scene(std::string(kScene));
  desk_.simulation.set_playing(true);
  desk_.settings.window.panels_visible = desk_.settings.tour_seen = true;
  done_ = {};
  find_targets();
  begin_task(0);
}

void Tour::find_targets() {
  const World world = desk_.session().download();
  target_ = {tree_to_light(world, desk_.session().ruleset()), lava_to_cool(world, desk_.session().ruleset())};
  extent_ = {world.width(), world.height()};
  painted_.reset();
}

void Tour::begin_task(std::size_t task) {
  task_ = task;
  done_at_.reset();
  painted_.reset();
  if (task >= kTaskCount || kTasks[task].element.empty()) return;
  if (const auto element = desk_.session().ruleset().find(kTasks[task].element)) {
    desk_.paint_box.set_tool(Tool::brush);
    desk_.paint_box.pick(*element);
  }
}

// ---- whether a task is done ----

bool Tour::shows_near_brush(std::initializer_list<std::string_view> elements, int below) {
  const Session& session = desk_.session();
  const auto cell = desk_.view.canvas.cell_under_mouse();
  const auto chosen = session.ruleset().find(kTasks[*task_].element);
  if (desk_.view.canvas.drawing() && cell && chosen && desk_.paint_box.brush().element == *chosen) painted_ = cell;
  if (!painted_) return false;
  const int left = std::max(0, painted_->x - kLookRadius), top = std::max(0, painted_->y - kLookRadius);
  const CellBox box = {left, top, std::min(session.width(), painted_->x + kLookRadius + 1) - left,
                       std::min(session.height(), painted_->y + below + 1) - top};
  if (box.width <= 0 || box.height <= 0) return false;
  const auto& seen = probe_.read(session.view(), box, session.view_step());
  if (!seen) return false;
  return std::ranges::any_of(elements, [&](std::string_view name) {
    const auto element = session.ruleset().find(name);
    const auto cells = seen->window.cells.cells();
    return element && std::ranges::find(cells, *element) != cells.end();
  });
}

// ---- the card ----

std::string Tour::text_of(std::size_t task) const {
  const bool by_pad = desk_.actions.bindings().uses_pad();
  const bool by_keys = desk_.cursor.active() || desk_.panel_focus.on();
  const std::string button = desk_.actions.keys(action::cursor_paint);
  if (task == kLight)
    return by_pad ? trf("Fire is chosen. Steer with the left stick to the ring at the foot of the tree, and hold {}.",
                        button)
           : by_keys
               ? trf("Fire is chosen. Steer with the arrow keys to the ring at the foot of the tree, and hold {}.",
                     button)
           : is_narrow() ? tr("Fire is chosen. Hold a finger where the ring is, at the foot of the tree.")
                         : tr("Fire is chosen. Hold the left mouse button where the ring is, at the foot of the tree.");
  if (task == kPour)
    return by_pad        ? trf("Water is chosen. Steer with the left stick over the lava, and hold {}.", button)
           : by_keys     ? trf("Water is chosen. Steer with the arrow keys over the lava, and hold {}.", button)
           : is_narrow() ? tr("Water is chosen. Hold a finger over the lava.")
                         : tr("Water is chosen. Hold the left mouse button over the lava.");
  if (is_narrow()) return tr("Press the arrow beside the play button, or drag along the line below the world.");
  return trf("Press {} to go back in time, or drag along the line below the world.",
             desk_.actions.way_to(action::rewind));
}

void Tour::draw_task(std::size_t task) {
  const bool present = task_ == task;
  // A ring, or a tick in a filled circle.
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float radius = px(kMark), line = ImGui::GetTextLineHeight();
  const ImVec2 middle = {low.x + radius, low.y + line / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (done_[task]) {
    list.AddCircleFilled(middle, radius, to_u32(theme().good));
    const ImVec2 tick[] = {{middle.x - radius * 0.45f, middle.y},
                           {middle.x - radius * 0.1f, middle.y + radius * 0.38f},
                           {middle.x + radius * 0.5f, middle.y - radius * 0.4f}};
    list.AddPolyline(tick, 3, to_u32(theme().panel), 0, px(2));
  } else {
    list.AddCircle(middle, radius - px(1), to_u32(present ? theme().accent : theme().dim), 0,
                   px(present ? 2.0f : 1.2f));
  }
  ImGui::Dummy({2 * radius, line});
  ImGui::SameLine(0, px(10));
  const ImVec4 colour = present ? theme().text : theme().dim;
  coloured_text(colour, tr(kTasks[task].title));
  if (!present || done_at_) return;
  ImGui::Indent(px(2 * kMark + 10));
  wrapped_text(text_of(task));
  if (is_narrow() ? ImGui::Button(tr("Skip")) : ImGui::SmallButton(tr("Skip")))
    if (task_ && *task_ < kTaskCount) begin_task(*task_ + 1);
  landmarks().mark("tour/skip");
  ImGui::Unindent(px(2 * kMark + 10));
}

void Tour::draw_scenes() {
  heading(*this, tr("That is how it works"));
  const std::string text =
      is_narrow()
          ? tr("The button with the colour lists all elements, the one beside it all tools. What next?")
          : trf("All elements are on the left, {} lists every key. What next?", desk_.actions.way_to(action::help));
  wrapped_text(theme().dim, text);
  if (primary_button(tr("Challenges"), ImGui::GetContentRegionAvail().x)) {
    end();
    return desk_.dialogs->challenges.open();
  }
  landmarks().mark("tour/challenges");
  tooltip(tr("Worlds with a goal, from a first minute to an evening"));
  for (const std::string_view name : kScenesAfter) {
    const Scene* const scene = find_scene(name);
    if (scene == nullptr) continue;
    const bool chosen = button(tr(scene->title.data()), "tour/" + std::string(name), ImGui::GetContentRegionAvail().x);
    tooltip(tr(scene->description.data()));
    if (!chosen) continue;
    end();
    desk_.simulation.load_scene(std::string(name));
    desk_.simulation.set_playing(true);
    return desk_.messages.say(tr(scene->description.data()), Tone::advice);
  }
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  if (button(tr("Stay here"), "tour/stay", ImGui::GetContentRegionAvail().x)) end();
  ImGui::PopStyleColor();
}

// The place of the present task on the screen, in points.
std::optional<ImVec2> Tour::ring_place() const {
  if (!task_ || *task_ > kPour || !target_[*task_]) return std::nullopt;
  const CellPoint cell = *target_[*task_];
  const PixelPoint pixel = desk_.view.canvas.camera().to_pixel({cell.x + 0.5, cell.y + 0.5});
  const float points = 1 / desk_.layout.pixels_per_point();
  return ImVec2{static_cast<float>(pixel.x) * points, static_cast<float>(pixel.y) * points};
}

// The corner of the canvas in which the card covers least of what the task is about: the ring and the tree above it.
ImVec2 Tour::place_card(ImVec4 canvas, float width) const {
  const float margin = px(kMargin), clear = px(kRadius + 2 * kSwing);
  const float left = canvas.x + margin, right = canvas.z - margin - width;
  const float top = desk_.layout.below_cards(right, right + width, canvas.y + margin);
  const float bottom = canvas.w - margin - card_height_;
  const auto ring = ring_place();
  if (!ring) return {right, top};
  const float cell = static_cast<float>(desk_.view.canvas.camera().zoom()) / desk_.layout.pixels_per_point();
  const float above = std::max(clear, task_ == kLight ? kTreeCells * cell : 0.0f), beside = std::max(clear, above / 3);
  const auto covered = [&](ImVec2 at) {
    const float across = std::min(at.x + width, ring->x + beside) - std::max(at.x, ring->x - beside);
    const float down = std::min(at.y + card_height_, ring->y + clear) - std::max(at.y, ring->y - above);
    return std::max(0.0f, across) * std::max(0.0f, down);
  };
  const std::array corners = {ImVec2{right, top}, ImVec2{left, top}, ImVec2{left, bottom}, ImVec2{right, bottom}};
  return *std::ranges::min_element(corners, {}, covered);
}

// A ring that pulses around the place where the present task happens.
void Tour::draw_ring(ImVec4 canvas) {
  constexpr float kPulsesPerSecond = 1.2f, kTurn = 6.2831853f;
  const auto place = ring_place();
  if (!place || done_at_) return;
  const ImVec2 at = *place;
  if (at.x < canvas.x || at.x > canvas.z || at.y < canvas.y || at.y > canvas.w) return;
  const float swing = desk_.settings.view.animates()
                          ? std::sin(static_cast<float>(std::fmod(desk_.loop.now() * kPulsesPerSecond, 1.0)) * kTurn)
                          : 0.0f;
  const float radius = px(kRadius + kSwing * swing);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddCircle(at, radius, IM_COL32(0, 0, 0, 110), 0, px(5));
  list.AddCircle(at, radius, to_u32(theme().accent), 0, px(2.5f));
}

void Tour::draw(ImVec4 canvas) {
  if (!task_) return;
  if (*task_ < kTaskCount && desk_.session().scene() != kScene) return end();
  if (extent_ != std::pair{desk_.session().width(), desk_.session().height()})
    find_targets();  // the scene took the new shape of the window
  if (*task_ < kTaskCount && !done_at_) {
    done_[*task_] = *task_ == kLight  ? shows_near_brush({"charred_wood", "glowing_leaf"}, kLookRadius)
                    : *task_ == kPour ? shows_near_brush({"new_stone"}, kLookBelow)
                                      : desk_.simulation.in_the_past() || !desk_.session().history().redo_title.empty();
    if (done_[*task_]) done_at_ = desk_.loop.now();
  }
  if (done_at_) {
    desk_.loop.wake();
    // While a stroke goes on, it keeps its element.
    if (desk_.loop.now() - *done_at_ >= kPraiseSeconds && !desk_.view.canvas.drawing()) begin_task(*task_ + 1);
  }
  draw_ring(canvas);
  const float width = std::min(px(kTourWidth), canvas.z - canvas.x - 2 * px(kMargin));
  ImGui::PushStyleColor(ImGuiCol_Border, theme().accent);
  begin_card("##tour", place_card(canvas, width), {0, 0}, {px(16), px(12)}, width);
  ImGui::PopStyleColor();
  if (*task_ == kTaskCount) {
    draw_scenes();
  } else {
    heading(*this, tr("Try three things"));
    for (std::size_t task = 0; task < kTaskCount && is_running(); ++task) {
      if (task == task_ || canvas.w - canvas.y >= px(kLowCanvas)) draw_task(task);
    }
  }
  landmarks().mark("tour/card");
  desk_.layout.cover_window();
  ImGui::End();
  if (desk_.simulation.paused_by_seek() && (!is_running() || desk_.view.canvas.drawing()))
    desk_.simulation.set_playing(true);
}

std::optional<CellPoint> tree_to_light(const World& world, const Ruleset& rules) {
  constexpr double kTall = 0.7;  // of the tallest trunk
  const auto wood = rules.find("wood");
  if (!wood) return std::nullopt;
  struct Run {
    int length = 0, bottom = 0;
  };
  std::vector<Run> runs;  // the longest vertical run of wood in each column
  int tallest = 0;
  for (int x = 0; x < world.width(); ++x) {
    Run best, run;
    for (int y = 0; y < world.height(); ++y) {
      run = world.cell(x, y) == *wood ? Run{run.length + 1, y} : Run{};
      if (run.length > best.length) best = run;
    }
    runs.push_back(best);
    tallest = std::max(tallest, runs.back().length);
  }
  std::optional<CellPoint> best;
  const auto away = [&](int x) { return std::abs(x - world.width() / 2); };
  for (int x = 0; x < world.width(); ++x) {
    const Run& run = runs[static_cast<std::size_t>(x)];
    const bool tall = run.length > 0 && run.length >= kTall * tallest;
    if (tall && (!best || away(x) < away(best->x))) best = CellPoint{x, run.bottom - run.length / 4};
  }
  return best;
}

std::optional<CellPoint> lava_to_cool(const World& world, const Ruleset& rules) {
  constexpr int kDeep = 4, kLevel = 6;  // a pool is some cells deep; heights of one surface
  const auto lava = rules.find("lava");
  if (!lava) return std::nullopt;
  std::vector<CellPoint> surface;  // the highest pool of each column, from left to right
  for (int x = 0; x < world.width(); ++x) {
    int depth = 0;
    for (int y = 0; y < world.height() && depth < kDeep; ++y) {
      depth = world.cell(x, y) == *lava ? depth + 1 : 0;
      if (depth == kDeep) surface.push_back({x, y - kDeep + 1});
    }
  }
  if (surface.empty()) return std::nullopt;
  const int highest = std::ranges::min_element(surface, {}, &CellPoint::y)->y;
  std::erase_if(surface, [&](CellPoint cell) { return cell.y > highest + kLevel; });
  return surface[surface.size() / 2];
}

}  // namespace repose
