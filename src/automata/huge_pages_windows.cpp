#include "automata/huge_pages.hpp"

namespace repose {

// Windows has large pages only for users with a special right.
void ask_for_huge_pages(void*, std::size_t) {}

}  // namespace repose
