# The engine as a library for other programs: headers, static libraries, a CMake package and pkg-config files. Component
# `development`, which the Debian package of the game leaves out.
include_guard()
include(CMakePackageConfigHelpers)

set(exported_layers core config automata session)
set(exported_targets repose_core repose_config repose_automata repose_session)
if(REPOSE_GL)
  list(APPEND exported_layers gl)
  list(APPEND exported_targets repose_gl glad)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Repose)
install(DIRECTORY include/repose DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(TARGETS ${exported_targets} EXPORT ReposeTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT ReposeTargets NAMESPACE Repose:: DESTINATION ${package_folder} COMPONENT development)

configure_package_config_file(cmake/ReposeConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/ReposeConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ReposeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ReposeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ReposeConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)

# The prefix is relative to the .pc file, so that an installed tree can be moved.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_folder} /)
foreach(package repose repose-gl)
  if(package STREQUAL "repose" OR REPOSE_GL)
    configure_file(cmake/${package}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc DESTINATION ${pkgconfig_folder} COMPONENT development)
  endif()
endforeach()
