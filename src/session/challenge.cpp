// Reads challenges, counts progress, and judges solutions.
#include "session/challenge.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>

#include "core/edited_cells.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "session/daily.hpp"
#include "session/run_state.hpp"
#include "session/word_reader.hpp"

namespace repose {

namespace fs = std::filesystem;
using config::Line;
using config::Report;

namespace {

constexpr std::uint64_t kChallengeBytesMax = 1u << 20;
constexpr std::uint64_t kAmountMax = 10'000'000;
constexpr std::size_t kLinesMax = 64;      // of regions, allowances and goals, each: all are looked at again and again
constexpr std::uint64_t kPauseSteps = 30;  // a stroke that pauses for longer than that ends

constexpr std::array<std::string_view, 4> kMedals = {text_id("none"), text_id("bronze"), text_id("silver"),
                                                     text_id("gold")};

// ---- the reader ----

class ChallengeReader {
 public:
  ChallengeReader(const std::string& file, const LoadedRules& rules)
      : rules_(*rules.ruleset), report_(file), words_(*rules.ruleset, report_) {
    challenge_.rules = rules.ruleset;
    challenge_.name = fs::path(file).stem().string();
    challenge_.start = World(320, 200);
  }

  ChallengeResult read(std::string_view text) {
    challenge_.text_hash = XXH64(text.data(), text.size(), 0);
    config::LineReader lines(text);
    for (Line line; lines.next(line);) {
      words_.begin(line);
      if (!words_.at_end()) directive();
    }
    check();
    const bool sound = !report_.has_errors();
    return {sound ? std::make_shared<const Challenge>(std::move(challenge_)) : nullptr, report_.take()};
  }

 private:
  void directive() {
    struct Row {
      std::string_view word;
      void (ChallengeReader::*read)();
    };
    static constexpr Row kRows[] = {
        {"challenge", &ChallengeReader::title}, {"row", &ChallengeReader::row},
        {"text", &ChallengeReader::text},       {"hint", &ChallengeReader::hint},
        {"world", &ChallengeReader::world},     {"scene", &ChallengeReader::scene},
        {"seed", &ChallengeReader::seed},       {"parameter", &ChallengeReader::parameter},
        {"fill", &ChallengeReader::fill},       {"box", &ChallengeReader::frame},
        {"cup", &ChallengeReader::cup},         {"disc", &ChallengeReader::disc},
        {"line", &ChallengeReader::line},       {"region", &ChallengeReader::region},
        {"allow", &ChallengeReader::allow},     {"goal", &ChallengeReader::goal},
        {"medal", &ChallengeReader::medal},     {"sign", &ChallengeReader::sign},
    };
    const std::string_view word = words_.word(tr("a word"));
    const auto row = std::ranges::find(kRows, word, &Row::word);
    if (row != std::end(kRows)) {
      (this->*row->read)();
      return words_.end();
    }
    std::vector<std::string> known;
    for (const Row& other : kRows) known.emplace_back(other.word);
    words_.unknown(trf("unknown word {}", config::in_quotes(word)), word, known);
  }

  static void append(std::string& text, const std::string& more) { text += (text.empty() ? "" : " ") + more; }

  void title() { challenge_.title = words_.sentence(tr("a title")); }
  void row() { challenge_.row = static_cast<int>(words_.number(tr("the row"), 1, kChallengeRows)); }
  void text() { append(challenge_.text, words_.sentence(tr("a sentence"))); }
  void hint() { append(challenge_.hint, words_.sentence(tr("a sentence"))); }
  void seed() { challenge_.seed = words_.seed(); }

  void world() {
    const std::uint64_t width = words_.number(tr("the width"), 16, std::uint64_t{kChallengeSideMax});
    const std::uint64_t height = words_.number(tr("the height"), 16, std::uint64_t{kChallengeSideMax});
    if (drawn_) return words_.fail(tr("the size of the world stands before what is in it"));
    challenge_.start = World(static_cast<int>(width), static_cast<int>(height));
  }
  void scene() {
    const std::string_view name = words_.word(tr("a scene"));
    if (!words_.at_end()) challenge_.seed = words_.seed();
    if (!words_.sound()) return;
    const Scene* const scene = find_scene(name);
    if (scene == nullptr) {
      std::vector<std::string> known;
      for (const Scene& other : scenes()) known.emplace_back(other.name);
      return words_.unknown(trf("unknown scene {}", config::in_quotes(name)), name, known);
    }
    if (drawn_) return words_.fail(tr("a scene stands before everything else that is in the world"));
    drawn_ = true;
    World world(challenge_.start.width(), challenge_.start.height());
    if (const Status status = scene->fill(world, rules_, challenge_.seed); !status)
      return words_.fail(status.message());
    challenge_.start = std::move(world);
  }
  void parameter() {
    const std::string name(words_.word(tr("a parameter")));
    const std::string_view value = words_.word(tr("a value"));
    if (!words_.sound()) return;
    const auto read = config::parse_number(value);
    if (!read || !read->whole_word) return words_.fail(trf("{} is not a number", config::in_quotes(value)));
    std::erase_if(challenge_.parameters, [&](const auto& other) { return other.first == name; });
    if (challenge_.parameters.size() < kLinesMax) challenge_.parameters.emplace_back(name, read->value);
  }

  // ---- what is in the world ----

  void draw(const Edit& edit) {
    if (!words_.sound()) return;
    drawn_ = true;
    World& world = challenge_.start;
    for_each_edited(edit, world.width(), world.height(),
                    [&](int x, int y, const EditedCell& cell) { world.cell(x, y) = cell.element; });
  }
  RectEdit rectangle(std::uint8_t element) {
    const CellBox box = words_.box();
    return {{box.x, box.y}, {box.x + box.width - 1, box.y + box.height - 1}, element, {}};
  }
  int thickness() { return words_.at_end() ? 1 : static_cast<int>(words_.number(tr("the thickness"), 1, 64)); }
  void fill() { draw(rectangle(words_.element())); }
  void frame() {
    const RectEdit outside = rectangle(words_.element());
    for (const RectEdit& side : outline_of(outside, thickness())) draw(side);
  }
  void cup() {
    const RectEdit outside = rectangle(words_.element());
    const int thick = thickness() - 1;
    draw(RectEdit{{outside.from.x, outside.to.y - thick}, outside.to, outside.element, {}});
    draw(RectEdit{outside.from, {outside.from.x + thick, outside.to.y}, outside.element, {}});
    draw(RectEdit{{outside.to.x - thick, outside.from.y}, outside.to, outside.element, {}});
  }
  void disc() {
    const std::uint8_t element = words_.element();
    const CellPoint at = words_.point();
    const int radius = static_cast<int>(words_.number(tr("the radius"), 1, 127));
    draw(StrokeEdit{at, at, 2 * radius + 1, BrushShape::round, element, {}});
  }
  void line() {
    const std::uint8_t element = words_.element();
    const CellPoint from = words_.point(), to = words_.point();
    draw(StrokeEdit{from, to, thickness(), BrushShape::round, element, {}});
  }

  // ---- rules of the game ----

  // Whether there is space for another thing of a kind.
  bool has_space(std::size_t count) {
    if (count >= kLinesMax) words_.fail(trf("there are more than {} lines of this kind", kLinesMax));
    return words_.sound();
  }
  void region() {
    ChallengeRegion region{std::string(words_.word(tr("a name"))), words_.box()};
    if (has_space(challenge_.regions.size())) challenge_.regions.push_back(std::move(region));
  }
  const ChallengeRegion* known_region() {
    const std::string_view name = words_.word(tr("a region"));
    const auto found = std::ranges::find(challenge_.regions, name, &ChallengeRegion::name);
    if (found != challenge_.regions.end()) return &*found;
    std::vector<std::string> known;
    for (const ChallengeRegion& other : challenge_.regions) known.push_back(other.name);
    if (words_.sound()) words_.unknown(trf("unknown region {}", config::in_quotes(name)), name, known);
    return nullptr;
  }
  // At a cell, or in the middle of a region.
  void sign() {
    command::SetSign sign;
    if (words_.take("in")) {
      if (const ChallengeRegion* region = known_region())
        sign.at = {region->box.x + region->box.width / 2, region->box.y + region->box.height / 2};
    } else {
      sign.at = words_.point();
    }
    drawn_ = true;
    const World& world = challenge_.start;
    const bool taken = std::ranges::find(challenge_.signs, sign.at, &Sign::at) != challenge_.signs.end();
    if (taken) words_.fail(tr("another sign stands there"));
    if (words_.sound() && !world.contains(sign.at.x, sign.at.y)) words_.fail(tr("the sign is outside of the world"));
    const std::size_t bytes = words_.rest_bytes();
    sign.text = words_.sentence(tr("the text of the sign"));
    if (bytes > kSignBytesMax)
      words_.fail(trf("the text of a sign has {} bytes at most, but this one has {}", kSignBytesMax, bytes));
    if (has_space(challenge_.signs.size())) change_signs(challenge_.signs, sign, world.width(), world.height());
  }
  void allow() {
    if (words_.take("blow")) {
      challenge_.may_blow = true;
    } else if (words_.take("press")) {
      challenge_.may_press = true;
    } else {
      ChallengeAllowance allowance;
      if (!words_.take("erase")) allowance.element = words_.element(false);
      if (!words_.at_end()) allowance.cells = words_.number(tr("the amount"), 1, kAmountMax);
      if (words_.sound() && challenge_.allowance(allowance.element) != nullptr)
        words_.fail(tr("this is allowed already"));
      if (has_space(challenge_.allowed.size())) challenge_.allowed.push_back(allowance);
    }
  }
  void goal() {
    ChallengeGoal goal;
    using enum ChallengeGoal::Kind;
    goal.text = words_.rest();
    const auto amount = [&] { return words_.number(tr("the amount"), 0, kAmountMax); };
    if (words_.take("within")) {
      goal.kind = within;
      goal.amount = words_.steps();
    } else {
      if (words_.take("at")) {
        const std::string_view most = words_.word(tr("least or most"));
        if (most != "least" && most != "most")
          words_.unknown(trf("unknown word {}", config::in_quotes(most)), most, {"least", "most"});
        goal.kind = most == "most" ? at_most : at_least;
        goal.amount = amount();
      } else if (words_.take("no") || words_.take("none")) {
        goal.kind = at_most;
        words_.take("of");
      } else if (words_.take("keep")) {
        goal.kind = keep;
        goal.amount = amount();
      } else if (words_.take("never")) {
        goal.kind = never;
        if (words_.take("over")) goal.amount = amount();
      } else {
        const std::string_view word = words_.word(tr("at, no, keep, never or within"));
        if (words_.sound())
          words_.unknown(trf("unknown goal {}", config::in_quotes(word)), word,
                         {"at", "no", "none", "keep", "never", "within"});
      }
      goal.counts = words_.elements();
      while (words_.sound() && !words_.at_end()) {
        if (words_.take("in")) {
          if (const ChallengeRegion* region = known_region()) goal.where = region->box;
        } else if (goal.is_reached() && words_.take("for")) {
          goal.hold_steps = words_.steps();
        } else {
          break;
        }
      }
    }
    if (has_space(challenge_.goals.size())) challenge_.goals.push_back(std::move(goal));
  }
  void medal() {
    const std::string_view name = words_.word(tr("silver or gold"));
    if (words_.sound() && name != "silver" && name != "gold")
      return words_.unknown(trf("unknown medal {}", config::in_quotes(name)), name, {"silver", "gold"});
    MedalLimits limits;
    while (words_.sound() && !words_.at_end()) {
      if (words_.take("matter")) {
        limits.matter = words_.number(tr("the amount"), 0, kAmountMax);
      } else if (words_.take("time")) {
        limits.steps = words_.steps();
      } else if (words_.take("strokes")) {
        limits.strokes = words_.number(tr("the number of strokes"), 0, kAmountMax);
      } else {
        const std::string_view word = words_.word(tr("a limit"));
        return words_.unknown(trf("unknown limit {}", config::in_quotes(word)), word, {"matter", "time", "strokes"});
      }
    }
    (name == "gold" ? challenge_.gold : challenge_.silver) = limits;
  }

  void check() {
    const auto missing = [&](const char* message, const char* hint) {
      report_.file(Severity::error, {message, {}, {}, hint});
    };
    if (challenge_.title.empty()) missing(tr("the challenge has no title"), tr("begin with: challenge TITLE"));
    if (std::ranges::none_of(challenge_.goals, &ChallengeGoal::is_reached))
      missing(tr("the challenge has no goal that can be reached"), tr("add one: goal at least 100 water in basin"));
    if (challenge_.text.empty())
      report_.file(Severity::warning, {tr("the challenge has no text"), {}, {}, tr("say what to do: text SENTENCE")});
    const CellBox world{0, 0, challenge_.start.width(), challenge_.start.height()};
    for (const ChallengeRegion& region : challenge_.regions) {
      const CellBox& b = region.box;
      if (world.contains({b.x, b.y}) && world.contains({b.x + b.width - 1, b.y + b.height - 1})) continue;
      report_.file(Severity::error, {trf("the region '{}' reaches out of the world", region.name), {}, {}, ""});
    }
  }

  const Ruleset& rules_;
  Report report_;
  WordReader words_;
  Challenge challenge_;
  bool drawn_ = false;
};

}  // namespace

std::string_view medal_name(Medal medal) { return kMedals[static_cast<std::size_t>(medal)]; }

Medal find_medal(std::string_view name) {
  const auto found = std::ranges::find(kMedals, name);
  return found == kMedals.end() ? Medal::none : static_cast<Medal>(found - kMedals.begin());
}

std::string in_language(const Challenge& challenge, std::string Challenge::*which) {
  const auto day = day_of_name(challenge.name);
  if (!day) return tr_in("challenge", challenge.*which);
  if (which == &Challenge::title) return trf("World of the day, {}", day_title(*day));
  return tr(which == &Challenge::text ? day_text(*day) : day_hint(*day));
}

std::string result_line(const Challenge& challenge, const ChallengePlay& play) {
  const auto day = day_of_name(challenge.name);
  const std::string what =
      day ? challenge.name.substr(challenge.name.find('-') + 1) : in_language(challenge, &Challenge::title);
  return trf("Repose {}: {}, {:.0f} s, {}, {}", what, tr(medal_name(play.medal).data()),
             static_cast<double>(play.ended) / challenge.steps_per_second(), trf_n("{} cell", "{} cells", play.matter),
             trf_n("{} stroke", "{} strokes", play.strokes));
}

double Challenge::steps_per_second() const { return steps_per_second_of(*rules); }

const ChallengeAllowance* Challenge::allowance(std::uint8_t element) const {
  const auto found = std::ranges::find(allowed, element, &ChallengeAllowance::element);
  return found == allowed.end() ? nullptr : &*found;
}

bool is_challenge(std::string_view text) { return first_word_of(text) == "challenge"; }

ChallengeResult read_challenge(std::string_view text, const std::string& file, const LoadedRules& rules) {
  return ChallengeReader(file, rules).read(text);
}

ChallengeResult read_challenge_file(const fs::path& path, const LoadedRules& rules) {
  std::string fault;
  if (const auto text = read_whole_file(path, kChallengeBytesMax, fault))
    return read_challenge(*text, path.string(), rules);
  return {nullptr, unreadable_file(path.string(), trf("the file could not be read: {}", fault))};
}

ChallengeResult find_challenge(std::string_view name, const LoadedRules& rules) {
  if (const auto day = day_of_name(name)) {
    const std::string why = why_no_day(*day);
    if (why.empty()) return read_challenge(daily_challenge(*day, *rules.ruleset), day_name(*day), rules);
    return {nullptr, unreadable_file(std::string(name), why)};
  }
  const bool sound = !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  });
  const auto path =
      sound ? find_data(fmt::format("configs/challenges/{}{}", name, kChallengeFileSuffix)) : std::nullopt;
  if (path) return read_challenge_file(*path, rules);
  return {nullptr, unreadable_file(std::string(name), trf("there is no challenge {}", config::in_quotes(name)))};
}

std::vector<std::shared_ptr<const Challenge>> challenges_in(const fs::path& folder, const LoadedRules& rules) {
  std::vector<std::shared_ptr<const Challenge>> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != kChallengeFileSuffix) continue;
    if (auto challenge = read_challenge_file(it->path(), rules).challenge) found.push_back(std::move(challenge));
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::pair(a->row, std::string_view(a->name)) < std::pair(b->row, std::string_view(b->name));
  });
  return found;
}

// ---- progress ----

ChallengePlay::Done::~Done() {
  // One after the other: a destructor that calls the next one would need a stack as long as the list.
  while (before && before.use_count() == 1) {
    auto next = std::move(before->before);
    before = std::move(next);
  }
}

std::vector<TimedInput> ChallengePlay::inputs() const {
  std::vector<TimedInput> inputs;
  for (const Done* one = done.get(); one != nullptr; one = one->before.get()) inputs.push_back(one->input);
  std::ranges::reverse(inputs);
  return inputs;
}

Status ChallengePlay::admit(const Challenge& challenge, const World& world, std::uint64_t step, Edit& edit,
                            bool& changes) {
  const auto refused = [](std::string why) { return Status::failure(std::move(why)); };
  const Ruleset& rules = *challenge.rules;
  const auto name = [&](std::uint8_t which) { return tr_in("element", shown_name(rules.elements[which])); };
  changes = false;
  if (step > kChallengeStepsMax) return refused(tr("The challenge has run for too long; begin it again."));
  bool continues = step - last_step <= kPauseSteps && last_to.has_value();
  std::uint8_t element = 0;
  CellPoint to;
  std::uint64_t cells = 0;
  if (const auto* push = std::get_if<PushEdit>(&edit)) {
    if (!challenge.may_blow || push->everywhere) return refused(tr("This challenge has to do without wind."));
    continues = continues && push->pass > 0;
    element = kElementsMax - 1;
    to = push->to;
    continues = continues && element == last_element;
  } else if (std::holds_alternative<AmountEdit>(edit) || std::holds_alternative<BodyEdit>(edit)) {
    return refused(tr("This tool is not a part of the challenge."));
  } else {
    const int width = world.width(), height = world.height();
    std::optional<std::uint8_t> painted;
    bool is_one = true, presses = challenge.may_press;
    for_each_edited(edit, width, height, [&](int x, int y, const EditedCell& cell) {
      is_one = is_one && painted.value_or(cell.element) == cell.element && cell.energy == nullptr &&
               cell.density == nullptr && cell.velocity == nullptr;
      painted = cell.element;
      presses = presses && rules.elements[world.cell(x, y)].pressed == cell.element;
    });
    if (!painted) return {};
    if (!is_one) return refused(tr("This challenge knows no stamps."));
    element = *painted;
    if (!presses) {
      const ChallengeAllowance* const allowance = challenge.allowance(element);
      if (allowance == nullptr) {
        return refused(element == 0 ? tr("Erasing is not a part of this challenge.")
                                    : trf("This challenge has to do without {}.", name(element)));
      }
      const std::size_t index = static_cast<std::size_t>(allowance - challenge.allowed.data());
      used.resize(challenge.allowed.size());
      const std::uint64_t left =
          allowance->cells ? *allowance->cells - std::min(*allowance->cells, used[index]) : kAmountMax;
      // What is painted replaces air; what is erased, everything.
      if (element != 0)
        std::visit(
            []<class E>(E& e) {
              if constexpr (requires { e.only_over; }) e.only_over = 0;
            },
            edit);
      std::vector<CellPoint> changed;
      bool is_taken = false;  // by something else
      for_each_edited(edit, width, height, [&](int x, int y, const EditedCell& cell) {
        const std::uint8_t present = world.cell(x, y);
        is_taken = is_taken || (present != 0 && present != element);
        if (cell.changes(present) && (present == 0) != (element == 0)) changed.push_back({x, y});
      });
      if (changed.empty() && is_taken && element != 0 && !continues)
        return refused(tr("In a challenge one paints only where nothing is."));
      if (changed.empty()) return {};
      if (left == 0) {
        ++cut;
        return refused(element == 0 ? tr("Nothing more can be erased.") : trf("The {} is used up.", name(element)));
      }
      if (changed.size() > left) {  // the rest of what is left
        changed.resize(static_cast<std::size_t>(left));
        ++cut;
        CellPoint low = changed.front(), high = low;
        for (const CellPoint p : changed) {
          low = {std::min(low.x, p.x), std::min(low.y, p.y)};
          high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        const auto nothing = static_cast<std::uint8_t>(element == 0 ? 1 : 0);
        StampEdit stamp{low, high.x - low.x + 1, high.y - low.y + 1, nullptr, nothing, std::nullopt};
        std::vector<std::uint8_t> stamped(
            static_cast<std::size_t>(stamp.width) * static_cast<std::size_t>(stamp.height), nothing);
        for (const CellPoint p : changed) {
          stamped[static_cast<std::size_t>(p.y - low.y) * static_cast<std::size_t>(stamp.width) +
                  static_cast<std::size_t>(p.x - low.x)] = element;
        }
        stamp.cells = std::make_shared<const std::vector<std::uint8_t>>(std::move(stamped));
        edit = std::move(stamp);
      }
      cells = changed.size();
      used[index] += cells;
    }
    const auto* const stroke = std::get_if<StrokeEdit>(&edit);
    to = stroke != nullptr ? stroke->to : CellPoint{-1, -1};
    continues = continues && element == last_element && !std::holds_alternative<RectEdit>(edit) &&
                (stroke == nullptr || stroke->from == *last_to);
  }
  changes = true;
  if (state != State::playing) return {};
  matter += cells;
  if (!continues) ++strokes;
  last_to = to;
  last_step = step;
  last_element = element;
  done = std::make_shared<Done>(TimedInput{step, edit}, std::move(done));
  return {};
}

void ChallengePlay::look(const Challenge& challenge, const World& world, std::uint64_t step) {
  if (state != State::playing) return;
  goals.resize(challenge.goals.size());
  bool all = true, any_lost = false;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const ChallengeGoal& goal = challenge.goals[i];
    Goal& progress = goals[i];
    using enum ChallengeGoal::Kind;
    if (goal.kind == within) {
      progress.met = step <= goal.amount;
      progress.lost = !progress.met;
    } else {
      const CellBox box = goal.where.value_or(CellBox{0, 0, world.width(), world.height()});
      progress.cells = 0;
      for (int y = box.y; y < box.y + box.height; ++y)
        for (int x = box.x; x < box.x + box.width; ++x) progress.cells += goal.counts[world.cell(x, y)] ? 1 : 0;
      progress.most = std::max(progress.most, progress.cells);
      const bool enough =
          goal.kind == at_least || goal.kind == keep ? progress.cells >= goal.amount : progress.cells <= goal.amount;
      if (!enough) {
        progress.since.reset();
      } else if (!progress.since) {
        progress.since = step;
      }
      progress.met = enough && step - *progress.since >= goal.hold_steps;
      progress.lost = !enough && !goal.is_reached();
    }
    all = all && progress.met;
    any_lost = any_lost || progress.lost;
  }
  if (!all && !any_lost) return;
  state = any_lost ? State::lost : State::solved;
  ended = step;
  if (any_lost) return;
  const auto holds = [&](const std::optional<MedalLimits>& limits) {
    return limits && matter <= limits->matter.value_or(matter) && step <= limits->steps.value_or(step) &&
           strokes <= limits->strokes.value_or(strokes);
  };
  medal = holds(challenge.gold) ? Medal::gold : holds(challenge.silver) ? Medal::silver : Medal::bronze;
}

double ChallengePlay::share(const ChallengeGoal& goal, const Goal& progress, std::uint64_t step) const {
  const auto part = [](std::uint64_t is, std::uint64_t of) {
    return of == 0 ? 1.0 : std::min(1.0, static_cast<double>(is) / static_cast<double>(of));
  };
  using enum ChallengeGoal::Kind;
  switch (goal.kind) {
    case within: return 1.0 - part(step, goal.amount);
    case keep:
    case at_least:
      return goal.hold_steps > 0 && progress.since ? part(step - *progress.since, goal.hold_steps)
                                                   : part(progress.cells, goal.amount);
    case at_most:
    case never: break;
  }
  if (goal.hold_steps > 0) return progress.since ? part(step - *progress.since, goal.hold_steps) : 0.0;
  return progress.cells <= goal.amount ? 1.0 : part(progress.most - progress.cells, progress.most - goal.amount);
}

// ---- solutions ----

Replay solution_of(const RunState& state) {
  const Challenge& challenge = *state.origin.challenge;
  const ChallengePlay& play = state.play;
  const bool over = play.state != ChallengePlay::State::playing;
  ReplaySegment segment;
  segment.rules = std::make_shared<const ReplayRules>(ReplayRules{challenge.rules->title, challenge.rules->text});
  segment.world = segment.origin = std::make_shared<const World>(challenge.start);
  segment.run = state.run;
  segment.run.step = 0;
  segment.steps = over ? play.ended : state.run.step;
  segment.inputs = play.inputs();
  Replay replay;
  replay.title = challenge.title;
  replay.made_by = "Repose";
  replay.segments.push_back(std::move(segment));
  replay.challenge = ChallengeClaim{challenge.name, challenge.text_hash, std::string(medal_name(play.medal)),
                                    play.ended,     play.matter,         play.strokes};
  return replay;
}

Status read_plan(std::string_view text, const std::string& file, const Ruleset& rules, Replay& replay) {
  constexpr std::uint64_t kEverySteps = 4;  // from one dab of a held brush to the next
  constexpr std::size_t kInputsMax = 100'000;
  Report report(file);
  WordReader words(rules, report);
  ReplaySegment segment;
  config::LineReader lines(text);
  std::uint32_t stroke_number = 0;
  for (Line line; lines.next(line);) {
    words.begin(line);
    if (words.at_end()) continue;
    if (words.take("challenge")) {
      replay.challenge = ChallengeClaim{std::string(words.word(tr("the name of a challenge"))), 0, {}, 0, 0, 0};
    } else if (words.take("at")) {
      const std::uint64_t first = words.number(tr("a step"), 0, kChallengeStepsMax);
      const std::uint64_t last = words.take("to") ? words.number(tr("a step"), first, kChallengeStepsMax) : first;
      PushEdit push;
      const bool blows = words.take("blow");
      StrokeEdit stroke;
      if (blows) {
        const std::string_view side = words.word(tr("left, right, up or down"));
        push.dx = side == "left" ? -1 : side == "right" ? 1 : 0;
        push.dy = side == "up" ? -1 : side == "down" ? 1 : 0;
        push.seed = ++stroke_number;
        if (push.dx == 0 && push.dy == 0)
          words.unknown(trf("unknown direction {}", config::in_quotes(side)), side, {"left", "right", "up", "down"});
      } else if (!words.take("erase")) {
        stroke.element = words.element();
      }
      stroke.from = stroke.to = words.point();
      if (words.sound() && !words.at_end() && words.peek() != "size") stroke.to = words.point();
      if (words.take("size"))
        stroke.size = static_cast<int>(words.number(tr("the size"), kBrushSizeMin, kBrushSizeMax));
      for (std::uint64_t step = first; words.sound() && step <= last; step += kEverySteps) {
        if (segment.inputs.size() == kInputsMax) words.fail(tr("these are too many edits"));
        if (blows) {
          push.from = stroke.from, push.to = stroke.to, push.size = stroke.size;
          segment.inputs.push_back({step, Edit(push)});
          ++push.pass;
        } else {
          segment.inputs.push_back({step, Edit(stroke)});
          stroke.from = stroke.to;  // the brush stays where the line ends
        }
      }
    } else {
      const std::string_view word = words.word(tr("a word"));
      words.unknown(trf("unknown word {}", config::in_quotes(word)), word, {"challenge", "at"});
    }
    words.end();
  }
  const Diagnostics faults = report.take();
  if (has_errors(faults)) return Status::failure(format(faults.front()));
  if (!replay.challenge) return Status::failure(trf("{} does not name its challenge.", file));
  std::ranges::stable_sort(segment.inputs, {}, &TimedInput::steps);
  replay.segments.push_back(std::move(segment));
  return {};
}

Trial::Trial(const Registry& registry, Replay replay, std::shared_ptr<const Challenge> challenge, Backend backend,
             int threads)
    : replay_(std::move(replay)), challenge_(std::move(challenge)) {
  std::string why = objection();
  if (why.empty()) {
    session_ = std::make_unique<Session>(registry, share_rules(*challenge_->rules), SessionOptions{.threads = threads});
    CommandResult result = session_->execute(command::StartChallenge{challenge_});
    if (result.ok && session_->backend() != backend)
      result = session_->execute(command::SwitchSolver{std::string(session_->automaton()), backend});
    if (result.ok) return;
    why = result.message;
    session_.reset();
  }
  verdict_.refusal = std::move(why);
}

Trial::~Trial() = default;

std::string Trial::objection() const {
  if (!replay_.challenge) return tr("It is not a solution: it names no challenge.");
  if (replay_.challenge->name != challenge_->name)
    return trf("It is for another challenge, {}.", config::in_quotes(replay_.challenge->name));
  if (replay_.segments.size() != 1) return tr("It was not played in one go: a solution has one part.");
  if (is_plan()) return {};
  const ReplaySegment& segment = replay_.segments.front();
  if (replay_.challenge->text_hash != challenge_->text_hash) return tr("It is for another version of this challenge.");
  if (*segment.world != challenge_->start) return tr("Its world is not the one of the challenge.");
  if (!segment.keyframes.empty() || segment.lead > 0) return tr("It brings worlds of its own.");
  return segment.steps > kChallengeStepsMax ? tr("It takes too many steps.") : std::string();
}

const ChallengePlay& Trial::play() const { return session_->state().play; }

bool Trial::is_open() const { return play().state == ChallengePlay::State::playing; }

bool Trial::reach(std::uint64_t step, std::uint64_t limit) {
  while (session_->step_count() < std::min(step, limit) && is_open()) {
    const std::uint64_t next = (session_->step_count() / kChallengeEverySteps + 1) * kChallengeEverySteps;
    if (!session_->execute(command::Step{std::min({step, limit, next}) - session_->step_count()}).ok) return true;
  }
  return session_->step_count() >= step || !is_open();
}

std::string Trial::take(const TimedInput& input) {
  const auto at = [&](const std::string& why) { return trf("At step {}: {}", input.steps, why); };
  if (std::holds_alternative<command::SetSign>(input.input)) return {};
  const auto* const edit = std::get_if<Edit>(&input.input);
  if (edit == nullptr) return at(tr("it changes a parameter."));
  const std::uint64_t cut_before = play().cut;
  const CommandResult result = session_->execute(command::Paint{*edit});
  if (!result.ok && (!is_plan() || play().cut == cut_before)) return at(result.message);
  return play().cut > 0 && !is_plan() ? at(tr("it uses more than the challenge allows.")) : std::string();
}

std::string Trial::outcome() const {
  const ChallengePlay& end = play();
  const std::vector<ChallengeGoal>& goals = challenge_->goals;
  if (end.state == ChallengePlay::State::lost) {
    for (std::size_t i = 0; i < end.goals.size(); ++i) {
      if (end.goals[i].lost) return trf("Lost at step {}: {}.", end.ended, goals[i].text);
    }
  }
  if (is_open()) {
    for (std::size_t i = 0; i < end.goals.size(); ++i) {
      if (!end.goals[i].met) return trf("Not reached: {}; there are {}.", goals[i].text, end.goals[i].cells);
    }
    return tr("It ends before anything was counted.");
  }
  const ChallengeClaim& claim = *replay_.challenge;
  if (is_plan() || (claim.medal == medal_name(end.medal) && claim.steps == end.ended && claim.matter == end.matter &&
                    claim.strokes == end.strokes))
    return {};
  return trf("It claims {} with {} cells, {} strokes and {} steps, but that was {} with {}, {} and {}.", claim.medal,
             claim.matter, claim.strokes, claim.steps, medal_name(end.medal), end.matter, end.strokes, end.ended);
}

bool Trial::conclude(std::string refusal) {
  verdict_ = {std::move(refusal), play(), session_->step_count(), solution_of(session_->state())};
  session_.reset();
  return false;
}

bool Trial::advance(std::uint64_t steps) {
  if (session_ == nullptr) return false;
  const std::uint64_t limit = session_->step_count() + steps;
  const ReplaySegment& segment = replay_.segments.front();
  for (; next_ < segment.inputs.size(); ++next_) {
    const TimedInput& input = segment.inputs[next_];
    if (!reach(input.steps, limit)) return true;
    if (!is_open()) break;
    if (std::string why = take(input); !why.empty()) return conclude(std::move(why));
  }
  if (!reach(is_plan() ? kChallengeStepsMax / 4 : segment.steps, limit)) return true;
  return conclude(outcome());
}

Verdict judge(const Registry& registry, const Replay& replay, const std::shared_ptr<const Challenge>& challenge,
              Backend backend, int threads) {
  Trial trial(registry, replay, challenge, backend, threads);
  while (trial.advance(kChallengeStepsMax)) {
  }
  return trial.verdict();
}

}  // namespace repose
