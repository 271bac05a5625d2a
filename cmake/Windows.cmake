# What programs for Windows have besides code: icons, manifest, version and fonts.
include_guard()

if(REPOSE_DEPS_PREFIX AND NOT EXISTS ${REPOSE_DEPS_PREFIX}/share/repose-deps)
  message(FATAL_ERROR "The libraries for Windows are not in ${REPOSE_DEPS_PREFIX}. scripts/deps windows builds them.")
endif()
enable_language(RC)

# repose_resources(TARGET DESCRIPTION)
function(repose_resources target program_description)
  set(program_name ${target})
  set(resources ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc)
  configure_file(${PROJECT_SOURCE_DIR}/assets/windows/program.rc.in ${resources} @ONLY)
  set(folder ${PROJECT_SOURCE_DIR}/assets/windows)
  set_source_files_properties(${resources} PROPERTIES
    OBJECT_DEPENDS "${folder}/repose.ico;${folder}/world.ico;${folder}/repose.manifest")
  target_sources(${target} PRIVATE ${resources})
endfunction()

function(repose_copy_fonts folder)
  get_filename_component(parent ${folder} DIRECTORY)
  if(IS_SYMLINK ${parent})  # an older build folder: fonts would be written into the source tree
    file(REMOVE ${parent})
  endif()
  foreach(font ${REPOSE_FONTS})
    if(NOT EXISTS ${font})
      message(FATAL_ERROR "${font} is missing. scripts/deps windows installs it.")
    endif()
    file(COPY ${font} DESTINATION ${folder})
  endforeach()
endfunction()
