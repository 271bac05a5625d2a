# The folder `licences` of what people download: that of Repose, those of all that is in the programs and of the fonts,
# and the long licences that Debian's files only name.
include_guard()

set(licences licences)
install(FILES LICENSE DESTINATION ${licences} RENAME Repose.txt COMPONENT folder)
file(GLOB of_libraries ${REPOSE_DEPS_PREFIX}/share/licenses/*/copyright)
list(FILTER of_libraries EXCLUDE REGEX "/catch2/")
if(REPOSE_EAST_ASIAN_FONTS)
  set(licence_of_subsets /usr/share/doc/fonts-noto-cjk/copyright)
endif()
foreach(file ${of_libraries} /usr/share/doc/fonts-inter/copyright /usr/share/doc/fonts-dejavu-core/copyright
    /usr/share/doc/python3-glad/copyright ${licence_of_subsets})
  get_filename_component(name ${file} DIRECTORY)
  get_filename_component(name ${name} NAME)
  install(FILES ${file} DESTINATION ${licences} RENAME ${name}.txt COMPONENT folder)
endforeach()
foreach(name Apache-2.0 GPL-3)
  install(FILES /usr/share/common-licenses/${name} DESTINATION ${licences} RENAME ${name}.txt COMPONENT folder)
endforeach()
