# What the zip for Windows and the archive for any Linux hold: one folder that works wherever it is, because programs
# look for their data beside themselves. scripts/package makes zip and archive of it. The component `development` is not
# for these.
include_guard()

install(TARGETS repose-cli RUNTIME DESTINATION . COMPONENT folder)
install(DIRECTORY configs DESTINATION . COMPONENT folder PATTERN ".keep" EXCLUDE)
install(DIRECTORY assets/languages DESTINATION assets COMPONENT folder FILES_MATCHING PATTERN "*.po")
install(DIRECTORY docs/ DESTINATION docs COMPONENT folder FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
include(InstallLicences)
if(REPOSE_GL)
  install(DIRECTORY shaders DESTINATION . COMPONENT folder PATTERN ".keep" EXCLUDE)
endif()
if(REPOSE_APP)
  install(TARGETS repose RUNTIME DESTINATION . COMPONENT folder)
  install(DIRECTORY assets/icons assets/stamps assets/thumbnails DESTINATION assets COMPONENT folder)
  install(FILES ${REPOSE_FONTS} ${REPOSE_EAST_ASIAN_FONTS} DESTINATION assets/fonts COMPONENT folder)
endif()

if(WIN32)
  # Lines end as Notepad of old expects.
  configure_file(assets/windows/README.txt.in ${CMAKE_CURRENT_BINARY_DIR}/folder/README.txt @ONLY NEWLINE_STYLE DOS)
else()
  configure_file(assets/portable/README.txt.in ${CMAKE_CURRENT_BINARY_DIR}/folder/README.txt @ONLY)
  configure_file(assets/portable/install.sh.in ${CMAKE_CURRENT_BINARY_DIR}/folder/install.sh @ONLY)
  install(PROGRAMS ${CMAKE_CURRENT_BINARY_DIR}/folder/install.sh DESTINATION . COMPONENT folder)
  configure_file(assets/desktop/repose.desktop.in ${CMAKE_CURRENT_BINARY_DIR}/folder/repose.desktop @ONLY)
  configure_file(assets/desktop/repose-mime.xml ${CMAKE_CURRENT_BINARY_DIR}/folder/repose-mime.xml @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/folder/repose.desktop ${CMAKE_CURRENT_BINARY_DIR}/folder/repose-mime.xml
    DESTINATION assets/desktop COMPONENT folder)
endif()
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/folder/README.txt DESTINATION . COMPONENT folder)
