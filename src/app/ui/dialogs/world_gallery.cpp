// The gallery of worlds that people share, from a folder with an index; in a page from its host.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/ui/dialogs/dialogs.hpp"
#include "app/widgets/widgets.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/page.hpp"
#include "repose/picture.hpp"
#include "session/challenge.hpp"

namespace repose {

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

void WorldGallery::forget() {
  for (auto& [file, shown] : shown_)
    if (shown.picture != nullptr) desk_.screen->drop_texture(shown.picture);
  shown_.clear();
}

void WorldGallery::read() {
  forget();
  entries_.clear();
  problem_.clear();
  arriving_ = is_hosted();
  if (!arriving_) read_index();
}

bool WorldGallery::is_hosted() { return !page::hosted_gallery().empty(); }

// In a page the index arrives from the host some frames later.
void WorldGallery::follow_fetch() {
  if (!arriving_) return;
  const page::Fetch fetch = page::fetch_hosted(std::string(kGalleryIndexName), kGalleryIndexBytesMax);
  desk_.loop.wake();
  if (fetch == page::Fetch::under_way) return;
  arriving_ = false;
  if (fetch == page::Fetch::complete) return read_index();
  problem_ = tr("The host of this page has no gallery, or it cannot be reached.");
}

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
  const ImVec2 low = ImGui::GetCursorScreenPos(), size = {px(kSharedWidth), px(kSharedHeight)};
  const float text_x = low.x + px(8) + size.x + px(14), wrap = std::max(px(60), low.x + width - px(8) - text_x);
  ImGui::PushID(entry.file.c_str());
  const bool chosen = ImGui::Selectable("##card", false, 0, {width, size.y + px(16)});
  ImGui::PopID();
  landmarks().mark("shared/" + entry.file);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  if (!ImGui::IsItemVisible()) return chosen;
  Shown& shown = shown_[entry.file];
  if (!shown.is_read) look_at(entry, shown);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = {low.x + px(8), low.y + px(8)}, end = {at.x + size.x, at.y + size.y};
  if (shown.picture != nullptr) {
    list.AddImageRounded(shown.picture, at, end, {0, 0}, {1, 1}, IM_COL32_WHITE, px(6));
  } else {
    list.AddRectFilled(at, end, to_u32(theme().raised), px(6));
  }
  list.PushClipRect({text_x, low.y}, {text_x + wrap, low.y + size.y + px(12)}, true);
  list.AddText(heading_font(), heading_font()->FontSize * ImGui::GetIO().FontGlobalScale, {text_x, at.y},
               to_u32(theme().text),
               (entry.challenge.empty() ? entry.title : tr_in("challenge", entry.challenge)).c_str());
  std::string text = entry.file + '\n' +
                     trf("{} x {} cells, {:.0f} s", entry.width, entry.height,
                         static_cast<double>(entry.steps) / desk_.simulation.steps_per_second(Speed()));
  if (!entry.challenge.empty())
    text += '\n' + trf("{} with {}, {}", tr(entry.medal.c_str()), trf_n("{} cell", "{} cells", entry.matter),
                       trf_n("{} stroke", "{} strokes", entry.strokes));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {text_x, at.y + px(26)},
               to_u32(shown.problem.empty() ? theme().dim : theme().error),
               (shown.problem.empty() ? text : shown.problem).c_str(), nullptr, wrap);
  list.PopClipRect();
  ImGui::SetCursorScreenPos(after);
  return chosen && shown.is_read && shown.problem.empty();
}

void WorldGallery::draw() {
  if (!begin_gallery(fmt::format("{}###shared", tr("Gallery of shared worlds")).c_str(), open_)) return;
  follow_fetch();
  wrapped_text(theme().dim, is_hosted()
                                ? tr("Worlds and solutions that the host of this page shows. A click plays one.")
                                : tr("Worlds of other people, from a folder that they have sent or that you have "
                                     "downloaded. Share picture with replay makes such a file of yours; repose-cli "
                                     "gallery FOLDER makes a folder of them a gallery."));
  if (!is_hosted() && button(tr("Choose a folder..."), "shared/folder")) {
    FileRequest request;
    request.title = tr("The folder of a gallery");
    request.folder = true;
    request.begin_in = folder_;
    request.chosen = [this](const fs::path& folder) {
      show_folder(folder);
      open_ = true;
    };
    close();  // only one dialog takes keys and the mouse
    desk_.ask_for_file(std::move(request));
  }
  if (!is_hosted() && !folder_.empty()) {
    same_line_if_fits(button_width(tr("Choose a folder...")));
    ImGui::TextColored(theme().dim, "%s", folder_.string().c_str());
  }
  if (arriving_) ImGui::TextColored(theme().dim, "%s", tr("The list is being fetched."));
  if (!problem_.empty()) {
    wrapped_text(theme().error, problem_);
    landmarks().mark("shared/problem");
  }
  ImGui::BeginChild("cards", {}, false, ImGuiWindowFlags_NavFlattened);
  const auto [columns, gap, wide] = card_columns(376);
  const GalleryEntry* chosen = nullptr;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine(0, gap);
    if (card(entries_[i], wide)) chosen = &entries_[i];
  }
  ImGui::EndChild();
  end_dialog();
  if (chosen == nullptr) return;
  close();
  desk_.files.opener.open(folder_ / chosen->file);
}

}  // namespace repose
