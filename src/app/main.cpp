#include <fmt/format.h>

#include <cstdio>

#include "app/app.hpp"

int main(int argc, char** argv) {
  repose::AppOptions options;
  if (const auto exit_code = repose::parse_app_options(argc, argv, options)) return *exit_code;
  std::string error;
  const auto app = repose::App::create(options, error);
  if (!app) {
    fmt::print(stderr, "repose: {}\n", error);
    return 1;
  }
  while (app->running()) app->frame();
  return 0;
}
