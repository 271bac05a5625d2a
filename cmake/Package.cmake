# The Debian package: `cpack -G DEB` in a build folder. scripts/check package builds it and tries it in a clean system.
include_guard()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME repose)
set(CPACK_PACKAGE_VENDOR "The Repose authors")
set(CPACK_PACKAGE_CONTACT "The Repose authors <maintainers@users.noreply.a-seed-c4cb9a1d.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "falling-sand laboratory")
set(CPACK_PACKAGE_DESCRIPTION "Pour sand, water, fire and acid, and watch the result, cell by cell.
The elements and their rules are in a small text file that anyone can
change. Worlds run on the graphics card or on the processor, with the same
result on both, in a window (repose) or from scripts (repose-cli).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# The game without the component `development`, which is for other programs.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};Repose;programs;/" "${CMAKE_BINARY_DIR};Repose;data;/")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(REPOSE_APP)
  # Loaded at run time, so shlibdeps does not find these. libgl1-mesa-dri contains the software renderer.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, libgl1-mesa-dri, fonts-inter | fonts-dejavu-core")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "wl-clipboard")  # reads pictures from the clipboard of Wayland
endif()
include(CPack)
