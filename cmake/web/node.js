// Linked before the code of every program for node. Corrects what Emscripten 3.1.6 does differently from other systems.
if (typeof process === 'object' && typeof require === 'function') {
  // Emscripten would load its wasm file by fetch(), which node has since version 18 and which knows no files there.
  delete globalThis.fetch;
  Module['preRun'] = () => { Object.assign(ENV, process.env); };
  // Emscripten takes every standard stream for a terminal.
  Module['onRuntimeInitialized'] = () => {
    for (const stream of [0, 1, 2]) FS.streams[stream].tty = require('tty').isatty(stream);
  };
}
