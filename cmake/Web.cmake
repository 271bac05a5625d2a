# How programs for the web are linked.
include_guard()

if(NOT EXISTS ${REPOSE_DEPS_PREFIX}/share/repose-deps)
  message(FATAL_ERROR "The libraries for the web are not in ${REPOSE_DEPS_PREFIX}. scripts/deps web builds them.")
endif()

# repose_node_program(TARGET): a program that node runs, with the files of this machine.
#   PROXY_TO_PTHREAD      main() runs in a thread, so that the first one is free to start others
#   PTHREAD_POOL_SIZE     threads that are there before main() begins; more are started when they are needed
#   stacks                as large as Linux gives a thread
function(repose_node_program target)
  set(script ${PROJECT_SOURCE_DIR}/cmake/web/node.js)
  target_link_options(${target} PRIVATE --pre-js ${script} -sENVIRONMENT=node,worker -sNODERAWFS=1 -sEXIT_RUNTIME=1
    -sPROXY_TO_PTHREAD=1 -sPTHREAD_POOL_SIZE=4 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sINITIAL_MEMORY=64MB
    -sTOTAL_STACK=8MB -sDEFAULT_PTHREAD_STACK_SIZE=8MB)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()
