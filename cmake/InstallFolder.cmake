# What the zip for Windows and the archive for any Linux hold: one folder that works wherever it is, because programs
# look for their data beside themselves. scripts/package makes zip and archive of it. The component `development` is not
# for these.
include_guard()

install(TARGETS repose-cli RUNTIME DESTINATION . COMPONENT folder)
install(DIRECTORY configs DESTINATION . COMPONENT folder PATTERN ".keep" EXCLUDE)
install(DIRECTORY docs/ DESTINATION docs COMPONENT folder FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
set(licences licences)
install(FILES LICENSE DESTINATION ${licences} RENAME Repose.txt COMPONENT folder)
if(REPOSE_GL)
  install(DIRECTORY shaders DESTINATION . COMPONENT folder PATTERN ".keep" EXCLUDE)
endif()
if(REPOSE_APP)
  install(TARGETS repose RUNTIME DESTINATION . COMPONENT folder)
  install(DIRECTORY assets/icons assets/stamps assets/thumbnails DESTINATION assets COMPONENT folder)
  install(FILES ${REPOSE_FONTS} DESTINATION assets/fonts COMPONENT folder)
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

# The licences of all that is in the programs and of the fonts, and the long licences that Debian's files only name.
file(GLOB of_libraries ${REPOSE_DEPS_PREFIX}/share/licenses/*/copyright)
list(FILTER of_libraries EXCLUDE REGEX "/catch2/")
foreach(file ${of_libraries} /usr/share/doc/fonts-inter/copyright /usr/share/doc/fonts-dejavu-core/copyright
    /usr/share/doc/python3-glad/copyright)
  get_filename_component(name ${file} DIRECTORY)
  get_filename_component(name ${name} NAME)
  install(FILES ${file} DESTINATION ${licences} RENAME ${name}.txt COMPONENT folder)
endforeach()
foreach(name Apache-2.0 GPL-3)
  install(FILES /usr/share/common-licenses/${name} DESTINATION ${licences} RENAME ${name}.txt COMPONENT folder)
endforeach()
