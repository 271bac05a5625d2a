// vectors.mjs FOLDER: compares the plain loop of density.mjs with recordings of sand.js. Exit status 1 if one differs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainWorld, readRules } from './density.mjs';

const folder = process.argv[2];
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const equal = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;

// The first step whose planes differ; null if none does.
function firstDifference(recording) {
  const { config, width, height, first_bias: first, initial, steps } = recording;
  const world = new PlainWorld(readRules(config), width, height, bytes(initial.index), bytes(initial.density));
  const last = Math.max(...Object.keys(steps).map(Number));
  for (let step = 1; step <= last; ++step) {
    world.step((step % 2 === 1) === (first === 'left') ? -1 : +1);
    const expected = steps[step];
    if (!expected) continue;
    const same = ['index', 'density'].every((name) => equal(world.plane(name), bytes(expected[name])));
    if (!same) return step;
  }
  return null;
}

const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
let wrong = 0;
for (const name of names) {
  const step = firstDifference(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  if (step === null) continue;
  ++wrong;
  console.log(`${name}: the plain loop differs at step ${step}`);
}
console.log(`the plain loop gives ${names.length - wrong} of ${names.length} recordings of sand.js`);
process.exit(wrong === 0 && names.length > 0 ? 0 : 1);
