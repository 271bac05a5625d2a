// Measures a built copy of sandspiel's crate (github.com/MaxBittker/sandspiel): node sandspiel.mjs PKG SIDE. PKG is the
// folder that `wasm-pack build` writes. Prints million cells a second: noise of all its elements in SIDE * SIDE cells,
// 64 steps after 8, in still air.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, side] = [process.argv[2], Number(process.argv[3])];
const glue = await import(pathToFileURL(`${folder}/sandtable_bg.js`));
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/sandtable_bg.wasm`),
  { './sandtable_bg.js': glue });
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

const kinds = Object.values(glue.Species).filter((kind) => typeof kind === 'number');
const universe = glue.Universe.new(side, side);
const count = side * side;
const bytes = (address) => new Uint8Array(instance.exports.memory.buffer, address, count * 4);
const [cells, winds] = [bytes(universe.cells()), bytes(universe.winds())];
let random = 1;
for (let i = 0; i < count; ++i) {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
  cells.set([kinds[Math.floor(random / 2 ** 32 * kinds.length)], 100, 0, 0], i * 4);
  winds.set([126, 126, 0, 0], i * 4);  // no wind
}
for (let i = 0; i < 8; ++i) universe.tick();
const start = performance.now();
for (let i = 0; i < 64; ++i) universe.tick();
console.log(count * 64 / 1000 / (performance.now() - start));
