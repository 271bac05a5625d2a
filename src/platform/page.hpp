// What a page in a browser does otherwise than a desktop.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace repose::page {

// ---- Files between the app and the person's disk. In a page the browser asks which file to open, and saves downloads;
// on the desktop the app's own file browser does. ----

// Whether the browser opens and saves files. The functions below are only called if so.
bool exchanges_files();

// Lets the person choose one file; `extensions` as ".cfg". The chosen file arrives later like a dropped file, as
// SDL_DROPFILE. Cancelling is not reported.
void ask_for_file(const std::vector<std::string>& extensions);

// A file that is put into this folder under its final name, complete, is downloaded soon and removed from the folder.
std::filesystem::path outgoing_folder();
// Where opened files are, and other texts that became files; empty on the desktop.
std::filesystem::path incoming_folder();
// Whether a file came from outside: writing it again would not change the person's file.
bool came_from_outside(const std::filesystem::path& file);
// How messages name a file: its path; in a page only its name, if it is downloaded.
std::string shown_path(const std::filesystem::path& file);

// ---- The gallery that the host of a page may offer: the folder `gallery` beside the page (docs/files.md) ----

// Where its files are once they were fetched; empty on the desktop, which has no host.
std::filesystem::path hosted_gallery();

enum class Fetch { under_way, complete, failed };
// Fetches the file `name` of that gallery, with at most `bytes_max` bytes, into hosted_gallery(). The first call
// begins, later ones tell how it goes. One that has failed begins anew after forget_fetched().
Fetch fetch_hosted(const std::string& name, std::uint64_t bytes_max);
void forget_fetched();

// ---- Languages: a page fetches the texts and fonts of one at a time ----

// Whether the texts and fonts of a language are where set_language() and the fonts look for them. In a page the first
// call begins to fetch them, unless the page did so before main(); Listener::language_arrived tells when they are there
// or cannot be fetched. A call after `failed` begins anew.
Fetch fetch_language(const std::string& code);

// ---- Text to and from the system's clipboard, and the address of the page ----

void copy_text(const std::string& text);
// The text on the clipboard. In a page the one that the last Ctrl+V has brought: browsers show no other.
std::string pasted_text();
// From now on the text fields of ImGui use these two functions. Call when ImGui knows its window.
void connect_text_fields();

// The address of the page without options (after '?') and the part after '#'; empty on the desktop.
std::string address();
// Copies a link and shows `copied`; if the browser refuses, puts the link into its address bar and shows `refused`.
void copy_link(const std::string& link, const std::string& copied, const std::string& refused);

// ---- What a browser tells the app beside the events of SDL; on the desktop nothing ----

struct Listener {
  // The tab is hidden or being closed: no frame may follow.
  std::function<void()> hidden = nullptr;
  // A sentence for the person, about a file, the clipboard or what the browser keeps. `good`: something has worked.
  std::function<void(const std::string& sentence, bool good)> says = nullptr;
  // fetch_language() now says whether the language is there.
  std::function<void()> language_arrived = nullptr;
  // How the device is held, after want_tilt(): the pull of gravity to its right and to its lower edge, in g. Edges are
  // those of the device in its natural position, however the screen is turned.
  std::function<void(double right, double down)> tilted = nullptr;
};

// Replaces the listener before it. Sentences that were said before there was one come at once.
void listen(Listener listener);

// Call in every frame: shows or hides the keyboard on the screen of a phone. Its input arrives as events of SDL.
void want_screen_keyboard(bool wanted);

// Whether the device may know how it is held: a phone or a tablet.
bool can_be_tilted();
// Whether Listener::tilted is called from now on. The browser may ask the person first.
void want_tilt(bool wanted);
// Whether it is called now: false while the person is asked, and when it was refused.
bool feels_tilt();

// Whether the person has asked the browser or the desktop for less motion. The answer of a browser may change.
bool prefers_reduced_motion();

// ---- What the app cannot do in a page ----

// Each is a sentence that says why it is not possible, for the action table; empty where it is possible.
std::string why_no_quit();
std::string why_no_folders();    // a folder cannot be chosen, made for a person, or opened in a file manager
std::string why_no_programs();   // other programs cannot be run, such as ffmpeg
std::string why_no_film_copy();  // the clipboard takes no films
std::string why_no_links();      // links to a page that opens them

// How often the running world is stored: a tab may be closed without a chance to store more.
double autosave_seconds();

}  // namespace repose::page
