// The engine in another program: reads a config, pours sand, runs 1000 steps, counts what there is, saves a picture.
#include <cstdio>
#include <memory>
#include <string>

#include <repose/config.hpp>
#include <repose/picture.hpp>
#include <repose/registry.hpp>

static int fail(const std::string& reason) {
  std::fprintf(stderr, "embed: %s\n", reason.c_str());
  return 1;
}

int main(int argc, char* argv[]) {
  if (argc != 3) return fail("usage: embed CONFIG PICTURE.png");
  const repose::ConfigResult config = repose::read_config_file(argv[1]);
  for (const repose::Diagnostic& diagnostic : config.diagnostics) std::puts(repose::format(diagnostic).c_str());
  if (!config.ruleset) return 1;
  const repose::Ruleset& rules = *config.ruleset;
  const auto sand = rules.find("sand");
  if (!sand) return fail("the config has no sand");

  const repose::Registry registry = repose::make_registry();
  const repose::SolverEntry* entry = registry.solver("conserving", repose::Backend::cpu);
  if (entry == nullptr || !entry->available()) return fail("conserving does not run here");
  std::string error;
  const std::unique_ptr<repose::Solver> solver = entry->create({}, error);
  if (!solver) return fail(error);
  if (const repose::Status loaded = solver->load(rules); !loaded) return fail(loaded.message());

  repose::World world(320, 200);  // filled with the background, the config's first element
  if (const repose::Status uploaded = solver->upload(world); !uploaded) return fail(uploaded.message());
  solver->apply(repose::StrokeEdit{.from = {40, 20}, .to = {280, 20}, .size = 24, .element = *sand});
  solver->step({.count = 1000});
  solver->download(world);

  for (const repose::ElementCensus& row : repose::take_census(world))
    std::printf("%s %llu\n", rules.elements[row.element].name.c_str(), static_cast<unsigned long long>(row.count));
  const repose::Status saved = repose::write_png(argv[2], repose::world_to_picture(world, rules));
  return saved ? 0 : fail(saved.message());
}
