// What a browser tells the app beside the events of SDL. events_web.cpp and events_desktop.cpp implement it; on the
// desktop nothing is ever told.
#pragma once

#include <functional>
#include <string>

namespace repose::page {

struct Listener {
  // The tab is hidden or being closed: no frame may follow.
  std::function<void()> hidden = nullptr;
  // A sentence for the person, about a file, the clipboard or what the browser keeps. `good`: something has worked.
  std::function<void(const std::string& sentence, bool good)> says = nullptr;
};

// Replaces the listener before it. Sentences that were said before there was one come at once.
void listen(Listener listener);

}  // namespace repose::page
