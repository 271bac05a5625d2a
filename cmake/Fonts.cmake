# Where fonts are not part of the system or of a package that Repose depends on, those of Debian are beside the program,
# in assets/fonts (src/app/widgets/theme.cpp).
include_guard()
set(REPOSE_FONTS
  /usr/share/fonts/opentype/inter/Inter-Regular.otf
  /usr/share/fonts/opentype/inter/Inter-SemiBold.otf
  /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf)

# Subsets of Noto Sans CJK with the characters of the Chinese and the Japanese translation and the names of both
# languages, in the folder `fonts` of the build. Where they cannot be made, the app uses fonts of the system that it
# runs on, if there are any.
set(REPOSE_EAST_ASIAN_FONTS)
set(names 中文日本語)
set(noto /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc)
find_program(REPOSE_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
# Debian's own Python has fonttools.
execute_process(COMMAND ${REPOSE_PYTHON} -c "import fontTools.subset"
  RESULT_VARIABLE no_fonttools OUTPUT_QUIET ERROR_QUIET)
file(GLOB catalogs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/assets/languages/*.po)
foreach(font zh:ReposeChinese:2 ja:ReposeJapanese:0)
  string(REGEX MATCH "(.*):(.*):(.*)" found ${font})
  set(texts ${CMAKE_CURRENT_SOURCE_DIR}/assets/languages/${CMAKE_MATCH_1}.po)
  set(subset ${CMAKE_BINARY_DIR}/fonts/${CMAKE_MATCH_2}.otf)
  if(NOT REPOSE_APP OR NOT texts IN_LIST catalogs)
    continue()
  elseif(NOT EXISTS ${noto} OR NOT no_fonttools EQUAL 0)
    message(STATUS "No font for assets/languages/${CMAKE_MATCH_1}.po: fonts-noto-cjk or fonttools is missing")
    continue()
  endif()
  add_custom_command(OUTPUT ${subset}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/fonts
    COMMAND ${REPOSE_PYTHON} -m fontTools.subset ${noto} --font-number=${CMAKE_MATCH_3} --text-file=${texts}
      "--text=${names}" --unicodes=3000 --layout-features= --no-hinting --output-file=${subset}
    DEPENDS ${texts} COMMENT "Making ${CMAKE_MATCH_2}.otf" VERBATIM)
  list(APPEND REPOSE_EAST_ASIAN_FONTS ${subset})
endforeach()
# A page shows the names of both languages before it has fetched one of these fonts.
set(REPOSE_FONT_OF_NAMES)
if(EMSCRIPTEN AND REPOSE_EAST_ASIAN_FONTS)
  set(REPOSE_FONT_OF_NAMES ${CMAKE_BINARY_DIR}/fonts/ReposeNames.otf)
  add_custom_command(OUTPUT ${REPOSE_FONT_OF_NAMES}
    COMMAND ${REPOSE_PYTHON} -m fontTools.subset ${noto} --font-number=2 "--text=${names}" --unicodes=3000
      --layout-features= --no-hinting --output-file=${REPOSE_FONT_OF_NAMES}
    COMMENT "Making ReposeNames.otf" VERBATIM)
endif()
add_custom_target(east_asian_fonts ALL DEPENDS ${REPOSE_EAST_ASIAN_FONTS} ${REPOSE_FONT_OF_NAMES})
