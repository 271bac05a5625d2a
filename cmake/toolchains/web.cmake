# Builds for browsers and for node on Debian 12, with Debian's Emscripten 3.1.6 (clang 14, libc++ 13). The libraries
# come from `scripts/deps web`, which uses this file too.
#
#   -pthread              threads share one memory. A page may use this only where its host sends COOP and COEP headers.
#   -msimd128             vectors of 16 bytes: Chrome 91, Firefox 89, Safari 16.4
#   -fwasm-exceptions     exceptions by the browser, not by calls of JavaScript: Chrome 95, Firefox 100, Safari 15.2
set(web_folder "${CMAKE_CURRENT_LIST_DIR}/../web")
get_filename_component(web_folder "${web_folder}" ABSOLUTE)
set(CMAKE_C_FLAGS_INIT "-pthread -msimd128")
set(CMAKE_CXX_FLAGS_INIT
  "-pthread -msimd128 -fwasm-exceptions -include ${web_folder}/landing_pad.hpp -isystem ${web_folder}/libcxx")

include("${CMAKE_CURRENT_LIST_DIR}/deps_folder.cmake")
set(REPOSE_DEPS_PREFIX "${REPOSE_DEPS}/web")

# The folders of Emscripten follow this one.
set(CMAKE_FIND_ROOT_PATH "${REPOSE_DEPS_PREFIX}")
set(CMAKE_INSTALL_LIBDIR lib)
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(ENV{PKG_CONFIG_LIBDIR} "${REPOSE_DEPS_PREFIX}/lib/pkgconfig:${REPOSE_DEPS_PREFIX}/share/pkgconfig")
set(ENV{PKG_CONFIG_PATH} "")
set(ZLIB_USE_STATIC_LIBS ON)

# The linker runs JavaScript that needs Debian's libraries for node. A node that is not Debian's looks for them here
# only if it is told to.
set(ENV{NODE_PATH} /usr/share/nodejs)
set(CMAKE_C_LINKER_LAUNCHER env NODE_PATH=/usr/share/nodejs)
set(CMAKE_CXX_LINKER_LAUNCHER env NODE_PATH=/usr/share/nodejs)

# node runs the tests.
set(CMAKE_CROSSCOMPILING_EMULATOR node)
