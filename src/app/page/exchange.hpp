// Files between the app and the person's disk. In a page the browser asks which file to open, and saves downloads; on
// the desktop the app's own file browser does. exchange_web.cpp and exchange_desktop.cpp implement it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace repose::page {

// Whether the browser opens and saves files. The functions below are only called if so.
bool exchanges_files();

// Lets the person choose one file; `extensions` as ".cfg". What was chosen arrives later like a dropped file, as
// SDL_DROPFILE. Cancelling is not told.
void ask_for_file(const std::vector<std::string>& extensions);

// A file that is put into this folder under its final name, complete, is downloaded soon and removed from the folder.
std::filesystem::path outgoing_folder();

// Where opened files are, and other texts that became files; empty on the desktop.
std::filesystem::path incoming_folder();

// Whether a file came from outside: writing it again would not change the person's file.
bool came_from_outside(const std::filesystem::path& file);

// How messages name a file: its path; in a page only its name, if it is downloaded.
std::string shown_path(const std::filesystem::path& file);

}  // namespace repose::page
