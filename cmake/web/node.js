// Linked before the code of every program for node. Emscripten 3.1.6 would load its wasm file by fetch(), which node has
// since version 18, and which knows no files there.
if (typeof process === 'object' && typeof require === 'function') delete globalThis.fetch;
