#include "app/page/limits.hpp"

namespace repose::page {

std::string why_no_quit() { return ""; }
std::string why_no_folders() { return ""; }
std::string why_no_programs() { return ""; }
std::string why_no_film_copy() { return ""; }

std::string why_no_links() {
  return "Links open in the page of Repose, and are made there. Share picture with replay works here.";
}

double autosave_seconds() { return 60; }

}  // namespace repose::page
