// What is too large for the memory of the process: refused with a sentence, and the window goes on.
#include <malloc.h>
#include <sys/resource.h>

#include <fstream>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::kHasSanitizer;

namespace {

// While it exists, the process can take so many more bytes of addresses than it has now.
class AddressLimit {
 public:
  explicit AddressLimit(rlim_t more) {
    malloc_trim(0);  // otherwise memory that earlier tests have freed would still be there
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{pages * 4096 + more, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressLimit() { setrlimit(RLIMIT_AS, &before_); }
  AddressLimit(const AddressLimit&) = delete;
  AddressLimit& operator=(const AddressLimit&) = delete;

 private:
  rlimit before_{};
};

constexpr rlim_t kLittle = rlim_t{120} << 20;

}  // namespace

TEST_CASE("a world that is too large for the memory is refused in the window, and the old one plays on") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  Driver d({.backend = Backend::cpu, .software = true});
  d.desk().simulation.step_once();  // and pauses
  for (const char* automaton : {"conserving", "water", "elements"}) {
    INFO(automaton);
    d.desk().simulation.switch_solver(automaton, Backend::cpu);
    d.frames(2);
    const std::uint64_t before = d.session().hash();
    {
      const AddressLimit limit(kLittle);
      d.desk().simulation.execute(command::NewWorld{16384, 16384});
      d.frames(2);
      d.desk().simulation.execute(command::ResizeWorld{16384, 16384});
      d.frames(2);
    }
    CHECK(d.message() == "There is not enough memory for a world of this size; try a smaller one.");
    CHECK(d.session().hash() == before);
    CHECK(d.session().width() < 16384);
    CHECK(d.session().execute(command::Step{1}).ok);
  }
}

TEST_CASE("a copy that is too large for the memory is refused, and the window goes on") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  Driver d({.backend = Backend::cpu, .software = true});
  d.session().keep_history(std::nullopt);  // otherwise a thread frees memory meanwhile
  d.empty_world(8500, 8500);               // more bytes than the 64 MiB that malloc has reserved for every thread
  const std::uint64_t hash = d.session().hash();
  {
    const AddressLimit limit(rlim_t{20} << 20);
    d.key(SDLK_a, KMOD_CTRL);
    d.key(SDLK_c, KMOD_CTRL);
    CHECK(d.message() == "There is not enough memory for this; nothing was changed.");
  }
  d.frames(3);
  CHECK(d.session().hash() == hash);
}
