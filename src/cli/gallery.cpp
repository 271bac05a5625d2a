// `repose-cli gallery`: plays what people share in a folder, and writes the index that the app shows.

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "session/challenge.hpp"
#include "session/gallery_index.hpp"

namespace repose::cli {

namespace fs = std::filesystem;

namespace {

// The most cells that are updated to check one file: about half an hour on a processor.
constexpr std::uint64_t kUpdatesMax = std::uint64_t{1} << 40;

std::uint64_t updates_of(const Replay& replay) {
  std::uint64_t sum = 0;
  for (const ReplaySegment& segment : replay.segments) {
    const std::uint64_t steps = segment.lead + segment.steps, cells = segment.world->cell_count();
    if (steps > kUpdatesMax / cells) return kUpdatesMax + 1;
    sum += steps * cells;
  }
  return sum;
}

// One file: its entry, or why it is left out.
struct Examined {
  GalleryEntry entry;
  std::string refusal, facts;  // one of them is empty
};

class Examiner {
 public:
  explicit Examiner(const GalleryOptions& options)
      : options_(options), backends_(asks_for_gpu(options.backend), options.gl_device) {}

  Examined examine(const fs::path& file) {
    Examined found;
    found.entry.file = file.filename().string();
    Replay replay;
    Status status = measure_gallery_file(file, found.entry);
    if (status) status = read_replay(file, replay);
    if (!status) return found.refusal = status.message(), found;
    if (updates_of(replay) > kUpdatesMax) return found.refusal = "It takes too long to play.", found;
    found.entry.title = replay.title;
    found.entry.made_by = replay.made_by;
    found.entry.steps = replay.steps();
    found.entry.width = replay.segments.front().world->width();
    found.entry.height = replay.segments.front().world->height();
    replay.challenge ? judge_solution(replay, found) : compare(file, replay, found);
    return found;
  }

 private:
  void judge_solution(const Replay& replay, Examined& found) {
    const ChallengeResult read = find_challenge(replay.challenge->name, rules_);
    if (!read.challenge) {
      found.refusal = read.diagnostics.empty() ? "Its challenge is unknown." : format(read.diagnostics.front());
      return;
    }
    const std::string_view automaton = backends_.registry().automaton_for(*read.challenge->rules).name;
    const Backend backend = chosen_backend(options_.backend, backends_.registry(), automaton);
    const Verdict verdict =
        judge(backends_.registry(), replay, read.challenge, backend, thread_count(options_.threads));
    found.refusal = verdict.refusal;
    found.entry.challenge = read.challenge->title;
    found.entry.medal = medal_name(verdict.play.medal);
    found.entry.matter = verdict.play.matter;
    found.entry.strokes = verdict.play.strokes;
    found.facts = fmt::format("{}: {} with {} cells, {} strokes", found.entry.challenge, found.entry.medal,
                              found.entry.matter, found.entry.strokes);
  }

  void compare(const fs::path& file, const Replay& replay, Examined& found) {
    if (replay.checkpoints.empty()) return void(found.refusal = "It states no result to compare with.");
    Session session(backends_.registry(), rules_, {.threads = thread_count(options_.threads)});
    try {
      const ReplayOutcome outcome = play_replay(session, replay, file.string());
      if (outcome.differs_at) found.refusal = outcome.sentence(replay);
    } catch (const Failure& failure) {
      if (failure.code == kExitInterrupted) throw;
      found.refusal = failure.line;
    }
    found.facts =
        fmt::format("{} x {} cells, {} steps, as recorded", found.entry.width, found.entry.height, found.entry.steps);
  }

  const GalleryOptions& options_;
  Backends backends_;
  LoadedRules rules_ = default_rules();
};

std::vector<fs::path> shared_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file(error) && is_gallery_file(it->path().filename().string()) && holds_replay(it->path()))
      files.push_back(it->path());
  }
  if (error) refuse("gallery: {} could not be read: {}", folder.string(), error.message());
  std::ranges::sort(files);
  if (files.size() > kGalleryEntriesMax)
    refuse("gallery: {} has more than {} pictures and replays", folder.string(), kGalleryEntriesMax);
  return files;
}

}  // namespace

int run_verb(const GalleryOptions& options) {
  const fs::path folder = options.folder;
  std::error_code error;
  if (!fs::is_directory(folder, error)) refuse("gallery: there is no folder {}", options.folder);
  const std::vector<fs::path> files = shared_files(folder);
  if (files.empty()) refuse("gallery: {} holds no replay and no picture that carries one", options.folder);
  std::vector<GalleryEntry> entries;
  const fs::path index_file = folder / kGalleryIndexName;
  if (fs::exists(index_file, error) && !read_gallery_index(folder, entries))
    refuse("gallery: {} exists and is no index of a gallery; it stays as it is", index_file.string());
  entries.clear();
  Examiner examiner(options);
  bool all_sound = true;
  for (const fs::path& file : files) {
    Examined found = examiner.examine(file);
    if (!found.refusal.empty()) {
      all_sound = false;
      fmt::print(stderr, "{}: left out: {}\n", found.entry.file, found.refusal);
      continue;
    }
    if (!options.json) fmt::print("{}: {}\n", found.entry.file, found.facts);
    entries.push_back(std::move(found.entry));
  }
  const std::string index = encode_gallery_index(entries);
  must(write_whole_file(index_file, index));
  options.json ? fmt::print("{}", index)
               : fmt::print("{}: {} of {} files\n", index_file.string(), entries.size(), files.size());
  return all_sound ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli
