#include "app/page/limits.hpp"

namespace repose::page {

std::string why_no_quit() { return "A page cannot close itself. Close its tab: the world is kept."; }
std::string why_no_folders() { return "A page cannot use the folders of this computer."; }

std::string why_no_programs() { return "A page cannot run ffmpeg, which makes these films. GIF works."; }

std::string why_no_film_copy() {
  return "Browsers take no GIF from a page for the clipboard. Record a film saves one as a download.";
}

std::string why_no_links() { return ""; }

double autosave_seconds() { return 4; }  // the browser needs some more: 10 are allowed

}  // namespace repose::page
