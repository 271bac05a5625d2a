# What the zip for Windows holds: one folder that works wherever it is, because programs look for their data beside
# themselves. scripts/package makes the zip of it. The component `development` is not for Windows.
include_guard()

install(TARGETS repose-cli RUNTIME DESTINATION . COMPONENT windows)
install(DIRECTORY configs DESTINATION . COMPONENT windows PATTERN ".keep" EXCLUDE)
install(DIRECTORY docs/ DESTINATION docs COMPONENT windows FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
set(licences licences)
install(FILES LICENSE DESTINATION ${licences} RENAME Repose.txt COMPONENT windows)
if(REPOSE_APP)
  install(TARGETS repose RUNTIME DESTINATION . COMPONENT windows)
  install(DIRECTORY shaders DESTINATION . COMPONENT windows PATTERN ".keep" EXCLUDE)
  install(DIRECTORY assets/icons assets/stamps assets/thumbnails DESTINATION assets COMPONENT windows)
  install(FILES ${REPOSE_FONTS} DESTINATION assets/fonts COMPONENT windows)
endif()

# Lines end as Notepad of old expects.
configure_file(assets/windows/README.txt.in ${CMAKE_CURRENT_BINARY_DIR}/windows/README.txt @ONLY NEWLINE_STYLE DOS)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/windows/README.txt DESTINATION . COMPONENT windows)

# The licences of all that is in the programs and of the fonts, and the long licences that Debian's files only name.
file(GLOB of_libraries ${REPOSE_DEPS_PREFIX}/share/licenses/*/copyright)
list(FILTER of_libraries EXCLUDE REGEX "/catch2/")
foreach(file ${of_libraries} /usr/share/doc/fonts-inter/copyright /usr/share/doc/fonts-dejavu-core/copyright
    /usr/share/doc/python3-glad/copyright)
  get_filename_component(name ${file} DIRECTORY)
  get_filename_component(name ${name} NAME)
  install(FILES ${file} DESTINATION ${licences} RENAME ${name}.txt COMPONENT windows)
endforeach()
foreach(name Apache-2.0 GPL-3)
  install(FILES /usr/share/common-licenses/${name} DESTINATION ${licences} RENAME ${name}.txt COMPONENT windows)
endforeach()
