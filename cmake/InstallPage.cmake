# What the folder for a web host holds: static files. scripts/package web makes a zip of it.
include_guard()
include(InstallLicences)

set(programs repose.js repose.worker.js repose.wasm repose.data repose-single.js repose-single.wasm)
list(TRANSFORM programs PREPEND ${CMAKE_BINARY_DIR}/)
install(FILES ${programs} ${REPOSE_PAGE_FILES} ${CMAKE_BINARY_DIR}/icon.png DESTINATION . COMPONENT folder)

install(CODE [[
  set(page "${CMAKE_INSTALL_PREFIX}/page.js")
  file(SHA256 "${CMAKE_INSTALL_PREFIX}/repose.wasm" hash)
  string(SUBSTRING ${hash} 0 12 hash)
  file(READ "${page}" text)
  string(REPLACE "const build = ''" "const build = '?${hash}'" text "${text}")
  file(WRITE "${page}" "${text}")
]] COMPONENT folder)
