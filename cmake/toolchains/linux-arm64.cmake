# The same as linux-x64.cmake for 64-bit ARM, by the cross compiler of Debian 12 (scripts/deps portable-arm64). Programs
# that run during the build, such as glad, are those of this machine; qemu runs what was built.
set(linux_processor aarch64)
set(linux_platform linux-arm64)
set(linux_compiler_prefix aarch64-linux-gnu-)
include("${CMAKE_CURRENT_LIST_DIR}/linux-x64.cmake")
find_program(REPOSE_QEMU qemu-aarch64-static)
if(REPOSE_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${REPOSE_QEMU}" -L "${CMAKE_SYSROOT}")
endif()

# The cross compiler takes the headers of its own C library before those of the system root, so all folders are named.
set(own /usr/aarch64-linux-gnu/include/c++/12)
set(folders /usr/lib/gcc-cross/aarch64-linux-gnu/12/include "${CMAKE_SYSROOT}/usr/include/${linux_triple}"
  "${CMAKE_SYSROOT}/usr/include")
list(JOIN folders " -isystem " folders)
set(CMAKE_C_FLAGS_INIT "-nostdinc -isystem ${folders}")
set(CMAKE_CXX_FLAGS_INIT "-nostdinc -isystem ${own} -isystem ${own}/${linux_triple} -isystem ${folders}")
