// A scene is one world, whatever shows it: repose-cli run, repose-cli render, the app.
#include <fmt/format.h>

#include "cli/cli_support.hpp"
#include "density_world.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"

using namespace repose;
using namespace repose::test;

namespace {

// The hash of a scene that is loaded as in the app, after ten steps.
std::string hash_in_app(const Scene& scene) {
  const Registry registry = make_registry();
  Session session(registry, density_world(), SessionOptions{.threads = 1});
  REQUIRE(session.execute(command::LoadScene{std::string(scene.name), 48, 30, {}, true}).ok);
  REQUIRE(session.execute(command::Step{10}).ok);
  return fmt::format("{:016x}", session.hash());
}

std::string start_of(const Scene& scene) {
  return " --scene " + std::string(scene.name) + " --size 48x30 --steps 10 --threads 1 ";
}

}  // namespace

TEST_CASE_METHOD(Cli,
                 "run --scene gives the world of the app, for every scene that has rules or an automaton of its own") {
  for (const Scene& scene : scenes()) {
    if (scene.config.empty() || scene.automaton.empty()) continue;  // the others run by the rules that are loaded
    INFO(scene.name);
    CHECK(fine("run" + start_of(scene) + "--hash").out.substr(0, 16) == hash_in_app(scene));
  }
}

TEST_CASE_METHOD(Cli, "run --scene and render --scene give the same world, and --param overrides the scene in both") {
  int scenes_with_parameters = 0;
  for (const Scene& scene : scenes()) {
    if (scene.parameters.empty()) continue;
    ++scenes_with_parameters;
    INFO(scene.name);
    for (const bool overridden : {false, true}) {
      const std::string param = overridden ? fmt::format("--param {}=0", scene.parameters[0].first) : "";
      fine("run" + start_of(scene) + param + " --world-out @world.repose");
      fine("render @world.repose --steps 0 --png @run.png");
      fine("render" + start_of(scene) + param + " --png @render.png");
      CHECK(read("run.png") == read("render.png"));
    }
  }
  CHECK(scenes_with_parameters >= 10);
}

TEST_CASE_METHOD(Cli,
                 "the option --param overrides a parameter of the scene, and leaves the scene's other parameters") {
  const auto hash = [&](const std::string& more) {
    return fine("run --scene fountain --size 60x40 --steps 40 --hash " + more).out;
  };
  CHECK(hash("--param passes=16") == hash({}));
  CHECK(hash("--param passes=1") != hash({}));
  CHECK(hash("--param passes=1") != hash("--param passes=1 --param levelling=0"));
}
