# What `cmake --install` and the Debian package install, and where. Programs find ../share/repose relative to themselves
# (src/core/files.cpp), so the installed tree can be moved.
include_guard()

set(REPOSE_RELEASE_DATE "2026-11-29")

set(data_folder ${CMAKE_INSTALL_DATADIR}/repose)
set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/repose)

install(TARGETS repose-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
if(REPOSE_APP)
  install(TARGETS repose RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
endif()

install(DIRECTORY configs DESTINATION ${data_folder} COMPONENT data PATTERN ".keep" EXCLUDE)
install(DIRECTORY assets/languages DESTINATION ${data_folder}/assets COMPONENT data FILES_MATCHING PATTERN "*.po")
install(FILES assets/man/repose-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT data)
install(FILES README.md CHANGELOG.md DESTINATION ${doc_folder} COMPONENT data)
install(FILES LICENSE DESTINATION ${doc_folder} RENAME copyright COMPONENT data)
install(DIRECTORY docs/ DESTINATION ${doc_folder} COMPONENT data FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
if(REPOSE_GL)
  install(DIRECTORY shaders DESTINATION ${data_folder} COMPONENT data PATTERN ".keep" EXCLUDE)
endif()
if(REPOSE_APP)
  include(InstallDesktop)
endif()
include(InstallLibrary)
include(Package)
