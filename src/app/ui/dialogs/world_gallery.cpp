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
