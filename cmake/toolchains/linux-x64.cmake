# Builds on Debian 12 for any 64-bit Linux that is not older than Debian 11: the compiler is that of Debian 12, the C
# library that of Debian 11, and everything that is not part of a desktop is linked statically. The libraries come from
# `scripts/deps portable`, which uses this file too. linux-arm64.cmake includes it for the other processor.
if(NOT linux_processor)
  set(linux_processor x86_64)
  set(linux_platform linux-x64)
  set(linux_compiler_prefix "")
endif()
set(linux_triple ${linux_processor}-linux-gnu)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${linux_processor})
set(CMAKE_C_COMPILER ${linux_compiler_prefix}gcc)
set(CMAKE_CXX_COMPILER ${linux_compiler_prefix}g++)

include("${CMAKE_CURRENT_LIST_DIR}/deps_folder.cmake")
set(REPOSE_DEPS_PREFIX "${REPOSE_DEPS}/${linux_platform}")
set(CMAKE_SYSROOT "${REPOSE_DEPS_PREFIX}/sysroot")

# GCC looks for libraries of this machine before those of the system root, except in the folders named here.
set(old_libraries "${CMAKE_SYSROOT}/usr/lib/${linux_triple}")
set(old_folders "-B${old_libraries} -L${old_libraries} -L${CMAKE_SYSROOT}/lib/${linux_triple}")

# The libraries of this build first: the system root has no others with the same name.
set(CMAKE_FIND_ROOT_PATH "${REPOSE_DEPS_PREFIX}" "${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE ${linux_triple})
set(CMAKE_INSTALL_LIBDIR lib)
set(package_folders "${REPOSE_DEPS_PREFIX}/lib/pkgconfig" "${REPOSE_DEPS_PREFIX}/share/pkgconfig"
  "${old_libraries}/pkgconfig" "${CMAKE_SYSROOT}/usr/share/pkgconfig")
list(JOIN package_folders ":" package_path)
set(ENV{PKG_CONFIG_LIBDIR} "${package_path}")
set(ENV{PKG_CONFIG_PATH} "")

# -no-pie: file managers start such a program with a double click; one that can be loaded anywhere looks like a library
# to them.
set(CMAKE_EXE_LINKER_FLAGS_INIT "${old_folders} -no-pie -static-libstdc++ -static-libgcc")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${old_folders} -static-libstdc++ -static-libgcc")
set(CMAKE_C_STANDARD_LIBRARIES "${CMAKE_SYSROOT}/old_glibc.o")
set(CMAKE_CXX_STANDARD_LIBRARIES "${CMAKE_SYSROOT}/old_glibc.o")
