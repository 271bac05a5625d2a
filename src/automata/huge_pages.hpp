// Memory in larger pages than usual. huge_pages_posix.cpp and huge_pages_windows.cpp implement it.
#pragma once

#include <cstddef>

namespace repose {

// Asks the system to back this memory with huge pages. It may do so or not; the content stays.
void ask_for_huge_pages(void* begin, std::size_t bytes);

}  // namespace repose
