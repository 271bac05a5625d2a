/* Linked into sanitizer builds only. Mesa's software driver leaks a little and is not built with
   -fsanitize=thread; keeping it loaded (no dlclose) lets the reports carry its name, so that these
   suppressions can match it and nothing of ours. */
int dlclose(void *handle) {
  (void)handle;
  return 0;
}
const char *__lsan_default_suppressions(void) {
  return "leak:swrast_dri.so\nleak:libEGL_mesa.so\nleak:libGLX_mesa.so\nleak:libLLVM\n"
         "leak:libdbus-1.so\nleak:libX11.so\n";
}
const char *__tsan_default_suppressions(void) {
  return "race:swrast_dri.so\nmutex:swrast_dri.so\ncalled_from_lib:swrast_dri.so\n"
         "called_from_lib:libEGL_mesa.so\n";
}
