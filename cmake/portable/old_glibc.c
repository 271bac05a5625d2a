// What GCC 12's own static libraries expect of the C library of Debian 12, for programs that are linked with that of
// Debian 11: three symbols which it does not have yet. scripts/deps-from-source compiles this, the toolchain file links
// it into every program.
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <sys/random.h>

// glibc 2.32: not 0 while there is only one thread. 0 is always right, it costs only a little time.
char __libc_single_threaded = 0;

// glibc 2.36.
uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}

// glibc 2.35, <dlfcn.h>: where the unwinding tables of the program or library are that contains an address. Exceptions
// use it.
struct dl_find_object {
  unsigned long long int flags;
  void* map_start;
  void* map_end;
  struct link_map* link_map;
  void* eh_frame;
  unsigned long long int reserved[7];
};

struct search {
  uintptr_t address;
  struct dl_find_object* found;
};

static int find_in(struct dl_phdr_info* info, size_t size, void* data) {
  (void)size;
  const struct search* search = data;
  uintptr_t begin = 0, end = 0, tables = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    const uintptr_t first = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) tables = first;
    if (part->p_type != PT_LOAD || search->address < first || search->address - first >= part->p_memsz) continue;
    begin = first;
    end = first + part->p_memsz;
  }
  if (end == 0 || tables == 0) return 0;
  *search->found = (struct dl_find_object){
      .map_start = (void*)begin, .map_end = (void*)end, .eh_frame = (void*)tables};
  return 1;
}

int _dl_find_object(void* address, struct dl_find_object* found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(find_in, &search) != 0 ? 0 : -1;
}
