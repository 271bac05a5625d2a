// The reader of the app's settings.
#include <string_view>

#include "app/desk/settings.hpp"
#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string problem;
  const repose::Settings settings = repose::read_settings({reinterpret_cast<const char*>(data), size}, problem);
  const int scale = settings.window.ui_scale_percent;
  if (scale != 0 && (scale < repose::kUiScaleMin || scale > repose::kUiScaleMax)) std::abort();
  return 0;
}
