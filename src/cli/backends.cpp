// The registry of this machine; `repose-cli solvers` lists it.
#include "cli/verbs.hpp"

#ifdef REPOSE_HAVE_GL
#include "bench/yardstick.hpp"
#include "gl/gl.hpp"
#include "platform/headless_context.hpp"
#else
namespace repose {
class HeadlessContext {};
}  // namespace repose
#endif

namespace repose::cli {

Backends::Backends([[maybe_unused]] bool with_gpu, [[maybe_unused]] int gl_device,
                   [[maybe_unused]] std::optional<GlPath> gl_path)
    : registry_(make_registry()) {
#ifdef REPOSE_HAVE_GL
  if (!with_gpu) return;
  std::string error;
  context_ = HeadlessContext::create(gl_device, error);
  add_gpu_solvers(registry_, context_ ? "" : error, gl_path);
#endif
}

Backends::~Backends() = default;

std::optional<SolverEntry> Backends::yardstick() const {
#ifdef REPOSE_HAVE_GL
  if (context_) return bench::yardstick_entry();
#endif
  return std::nullopt;
}

std::unique_ptr<bench::GpuMeter> Backends::gpu_meter() const {
#ifdef REPOSE_HAVE_GL
  if (context_) return bench::make_gl_meter();
#endif
  return nullptr;
}

std::string Backends::renderer() const {
#ifdef REPOSE_HAVE_GL
  if (context_) return gl_renderer_name();
#endif
  return {};
}

bool asks_for_gpu(std::string_view word) { return !word.empty() && backend("--backend", word) == Backend::gpu; }

Backend chosen_backend(std::string_view word, const Registry& registry, std::string_view automaton) {
  if (!word.empty()) return backend("--backend", word);
  const SolverEntry* cpu = registry.solver(automaton, Backend::cpu);
  return cpu != nullptr && cpu->available() ? Backend::cpu : Backend::scalar;
}

// ---- repose-cli solvers ----

int run_verb(const SolversOptions& options) {
  const Backends backends(true, options.gl_device);
  Json list = Json::array();
  if (!options.json) fmt::print("{:<14}{:<10}{}\n", "AUTOMATON", "BACKEND", "HERE");
  for (const auto& entry : backends.registry().solvers()) {
    const std::string_view backend = backend_name(entry.backend);
    if (options.json) {
      Json& row = list.emplace_back(
          Json{{"automaton", entry.automaton}, {"backend", backend}, {"available", entry.available()}});
      if (!entry.available()) row["reason"] = entry.unavailable;
    } else {
      fmt::print("{:<14}{:<10}{}\n", entry.automaton, backend,
                 entry.available() ? "available" : "not available: " + entry.unavailable);
    }
  }
  if (options.json) print_json({{"solvers", std::move(list)}});
  return kExitFine;
}

}  // namespace repose::cli
