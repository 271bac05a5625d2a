#include "fuzz_support.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "automata/grains.hpp"
#include "automata/water/water.hpp"
#include "files/file_parts.hpp"
#include "repose/config.hpp"
#include "repose/explain.hpp"
#include "repose/scene.hpp"
#include "session/stored_world.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);

// What sources of readers name but no reader calls, so that the automata, which take minutes, are not built.
namespace repose {
ConfigResult read_config(std::string_view, const std::string&) { std::abort(); }
ConfigResult read_config_file(const std::filesystem::path&) { std::abort(); }
std::optional<World> StoredWorld::get() const { std::abort(); }
const SceneActs* scene_acts(std::string_view) { std::abort(); }
std::string name_the_ignored_words(const Ruleset&) { std::abort(); }
namespace water {
std::unique_ptr<Solver> make_scalar_solver() { std::abort(); }
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions&) { std::abort(); }
std::unique_ptr<Explainer> make_explainer(const Ruleset&) { std::abort(); }
}  // namespace water
}  // namespace repose

namespace repose::fuzz {

namespace {

constexpr std::size_t kBytesMax = 1u << 18;  // of a part, unpacked

void mutate(std::string& bytes) {
  constexpr std::size_t kRoom = 256;
  const std::size_t size = bytes.size();
  bytes.resize(size + kRoom);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
}

// Gives the changed file to libFuzzer, or lets it change the bytes if the file has become too large.
std::size_t put(const std::string& file, std::uint8_t* data, std::size_t size, std::size_t size_max) {
  if (file.empty() || file.size() > size_max) return LLVMFuzzerMutate(data, size, size_max);
  std::ranges::copy(file, data);
  return file.size();
}

}  // namespace

MemoryFile::MemoryFile()
    : handle_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(handle_)) {}

const std::string& MemoryFile::put(const std::uint8_t* data, std::size_t size) {
  if (::ftruncate(handle_, 0) != 0 || ::pwrite(handle_, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  return path_;
}

std::size_t mutate_parts(std::uint8_t* data, std::size_t size, std::size_t size_max, unsigned seed) {
  std::minstd_rand random(seed);
  const std::string file(reinterpret_cast<const char*>(data), size);
  auto parts = test::parts_of(file, kBytesMax);
  if (parts.empty() || random() % 8 == 0) return LLVMFuzzerMutate(data, size, size_max);
  test::Part& part = parts[random() % parts.size()];
  if (random() % 16 == 0) {
    std::swap(part, parts[random() % parts.size()]);
  } else {
    mutate(part.bytes);
  }
  return put(test::file_of(file.substr(0, test::kPreambleBytes), parts), data, size, size_max);
}

std::size_t mutate_png(std::uint8_t* data, std::size_t size, std::size_t size_max, unsigned seed) {
  std::minstd_rand random(seed);
  const std::string file(reinterpret_cast<const char*>(data), size);
  auto chunks = test::chunks_of(file);
  if (chunks.empty() || random() % 8 == 0) return LLVMFuzzerMutate(data, size, size_max);
  test::PngChunk& chunk = chunks[random() % chunks.size()];
  if (chunk.type == "stMP") {
    std::string content = test::unpacked(chunk.bytes, kBytesMax);
    mutate(content);
    chunk.bytes = test::packed(content);
  } else {
    mutate(chunk.bytes);
  }
  return put(test::png_of(chunks), data, size, size_max);
}

}  // namespace repose::fuzz
