// What the app cannot do in a page of a browser. limits_web.cpp and limits_desktop.cpp implement it.
#pragma once

#include <string>

namespace repose::page {

// Each is a sentence that says why it is not possible, for the action table; empty where it is possible.
std::string why_no_quit();
std::string why_no_folders();    // a folder cannot be chosen, made for a person, or opened in a file manager
std::string why_no_programs();   // other programs cannot be run, such as ffmpeg
std::string why_no_film_copy();  // the clipboard takes no films
std::string why_no_links();      // links to a page that opens them

// How often the running world is stored in case the window ends. A tab may be closed without a chance to store more.
double autosave_seconds();

}  // namespace repose::page
