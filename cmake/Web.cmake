# How programs for the web are linked.
include_guard()

if(NOT EXISTS ${REPOSE_DEPS_PREFIX}/share/repose-deps)
  message(FATAL_ERROR "The libraries for the web are not in ${REPOSE_DEPS_PREFIX}. scripts/deps web builds them.")
endif()

# What programs of the command line need in node and in a browser.
#   PROXY_TO_PTHREAD      main() runs in a thread, so that the first one is free to start others
#   PTHREAD_POOL_SIZE     threads that are there before main() begins; more are started when they are needed
#   stacks                as large as Linux gives a thread
function(repose_web_command target)
  target_link_options(${target} PRIVATE -sEXIT_RUNTIME=1 -sPROXY_TO_PTHREAD=1 -sPTHREAD_POOL_SIZE=4
    -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sINITIAL_MEMORY=64MB -sTOTAL_STACK=8MB
    -sDEFAULT_PTHREAD_STACK_SIZE=8MB)
endfunction()

# repose_node_program(TARGET): a program that node runs, with the files of this machine.
function(repose_node_program target)
  repose_web_command(${target})
  set(script ${PROJECT_SOURCE_DIR}/cmake/web/node.js)
  target_link_options(${target} PRIVATE --pre-js ${script} -sENVIRONMENT=node,worker -sNODERAWFS=1)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

# repose_browser_program(TARGET): the same program with WebGL 2, for tests/web/program.html, which gives it arguments
# and files and collects its output. It draws on a canvas of its own thread, so it may wait.
function(repose_browser_program target)
  repose_web_command(${target})
  target_link_options(${target} PRIVATE -sENVIRONMENT=web,worker -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=FS)
endfunction()

# The page fetches the texts of one language. In its data are only the heads of all, which name the languages.
set(REPOSE_LANGUAGES)
file(GLOB catalogs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/languages/*.po)
foreach(catalog ${catalogs})
  get_filename_component(code ${catalog} NAME_WE)
  list(APPEND REPOSE_LANGUAGES ${code})
  file(READ ${catalog} head LIMIT 2048)
  string(REGEX REPLACE "\n\n.*" "\n" head "${head}")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/languages/${code}.po CONTENT "${head}" @ONLY)
endforeach()
list(JOIN REPOSE_LANGUAGES " " REPOSE_LANGUAGES)

# The page, so that the build folder can be served.
set(REPOSE_PAGE_FILES)
foreach(name index.html page.js service.js manifest.webmanifest)
  configure_file(${PROJECT_SOURCE_DIR}/assets/web/${name} ${CMAKE_BINARY_DIR}/${name} @ONLY)
  list(APPEND REPOSE_PAGE_FILES ${CMAKE_BINARY_DIR}/${name})
endforeach()
foreach(icon web/icon-192:icon-192 web/icon-maskable:icon-maskable icons/repose-512:icon-512 icons/repose-128:icon)
  string(REPLACE ":" ";" icon ${icon})
  list(GET icon 0 from)
  list(GET icon 1 name)
  configure_file(${PROJECT_SOURCE_DIR}/assets/${from}.png ${CMAKE_BINARY_DIR}/${name}.png COPYONLY)
  list(APPEND REPOSE_PAGE_FILES ${CMAKE_BINARY_DIR}/${name}.png)
endforeach()

# repose_page(TARGET [WITH_THREADS]): TARGET.js, TARGET.wasm and TARGET.data, which page.js loads. The data are files
# that the program finds below /.
# Without WITH_THREADS every start of a thread fails at once, for pages whose host does not allow shared memory.
#   PTHREAD_POOL_SIZE     a page cannot start a thread while it waits for one, so all are there before main() begins:
#                         for two automata at a time, because the next one begins before the last one ends,
#                         and eight threads for each (main_web.cpp)
#   ..._STRICT=2          when all are in use, the next start fails, and who wanted the thread does without it; else the
#                         page could wait for ever for a thread that begins only when the page does not wait
#   sound.options         JavaScript of Emscripten that the sound of SDL calls; CMake cannot write a $ here
#   storage.js            what the browser keeps, by Emscripten's IDBFS
#   exchange.js           files, clipboard and links
function(repose_page target)
  repose_defaults(${target})
  target_link_options(${target} PRIVATE -sENVIRONMENT=web,worker -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sINITIAL_MEMORY=128MB -sTOTAL_STACK=8MB
    -sFORCE_FILESYSTEM=1 -lidbfs.js @${PROJECT_SOURCE_DIR}/cmake/web/sound.options)
  if(ARGN STREQUAL "WITH_THREADS")
    target_link_options(${target} PRIVATE "-sPTHREAD_POOL_SIZE=2*Math.min(navigator.hardwareConcurrency,8)+8"
      -sPTHREAD_POOL_SIZE_STRICT=2 -sDEFAULT_PTHREAD_STACK_SIZE=2MB)
  else()
    # The objects are those of the program with threads. The linker of LLVM 14 adds the address of their thread_local
    # variables twice then (mended in LLVM 20): they lie at address 0, where that changes nothing.
    target_link_options(${target} PRIVATE -sUSE_PTHREADS=0 -sGLOBAL_BASE=0)
  endif()
  foreach(script storage.js exchange.js)
    target_link_options(${target} PRIVATE "SHELL:--pre-js ${PROJECT_SOURCE_DIR}/cmake/web/${script}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/web/${script})
  endforeach()
  target_link_options(${target} PRIVATE "SHELL:--preload-file ${CMAKE_BINARY_DIR}/languages@/assets/languages")
  foreach(folder configs shaders assets/icons assets/stamps assets/thumbnails)
    target_link_options(${target} PRIVATE "SHELL:--preload-file ${PROJECT_SOURCE_DIR}/${folder}@/${folder}")
  endforeach()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${REPOSE_FONT_OF_NAMES})
  foreach(font ${REPOSE_FONTS} ${REPOSE_FONT_OF_NAMES})
    get_filename_component(name ${font} NAME)
    target_link_options(${target} PRIVATE "SHELL:--preload-file ${font}@/assets/fonts/${name}")
  endforeach()
endfunction()
