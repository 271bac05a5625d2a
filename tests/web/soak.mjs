// Long use: opened, painted, scenes changed, many times, without growth of memory beyond what the history may take.
import { AppPage } from './app.mjs';

const scenes = ['Valley', 'Wildfire', 'Fortress', 'Acid works', 'Burning bay', 'New land', 'Winding river', 'Pull the plugs'];
const megabyte = 1 << 20;

// The files of the page lie in memory of JavaScript; also those that no folder names any more.
function bytesOfFiles() {
  let bytes = 0;
  for (let node of FS.nameTable) {
    for (; node; node = node.name_next) bytes += node.usedBytes ?? 0;
  }
  return bytes;
}

export async function checkSoak(context) {
  const rounds = Number(process.env.REPOSE_ROUNDS ?? 200);
  const app = await AppPage.open(context, { viewport: { width: 800, height: 500 } });  // small: drawing takes most of the time
  const used = [], files = [];  // used: without what undo and rewinding keep
  let changes = 0;
  for (let round = 0; round < rounds; ++round) {
    const before = await app.facts();
    await app.command(scenes[round % scenes.length]);
    await app.paintByMouse([0.5, 0.3], [0.7, 0.4]);
    const { hash, used_bytes: bytes, history_bytes: history } = await app.facts();
    if (hash !== before.hash) ++changes;
    used.push(bytes - history);
    files.push(await app.page.evaluate(bytesOfFiles));
    if ((round + 1) % 25 !== 0) continue;
    console.log(`  ${round + 1} rounds, ${Math.round(bytes / megabyte)} MB in use, ${Math.round(history / megabyte)} MB of it for undo and rewinding`);
  }
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const early = sum(used.slice(rounds / 4, rounds / 2)) / (rounds / 4), late = sum(used.slice(-rounds / 4)) / (rounds / 4);
  const { memory } = await app.page.evaluate(() => ({ memory: Module.wasmMemory.buffer.byteLength }));
  context.expect(changes === rounds, `${rounds} scenes were opened and painted`, `${changes} of them`);
  context.expect(late - early < 32 * megabyte, `memory grows by what undo and rewinding keep, else by nothing: ${Math.round(early / megabyte)} MB in the second ` +
    `quarter, ${Math.round(late / megabyte)} MB in the last`);
  context.expect(files.at(-1) - files[Math.floor(rounds / 2)] < 16 * megabyte, 'files in memory do not grow: ' +
    `${Math.round(files[Math.floor(rounds / 2)] / megabyte)} MB after half the rounds, ${Math.round(files.at(-1) / megabyte)} MB at the end`);
  context.expect(memory < 1024 * megabyte, `the memory of the page has ${Math.round(memory / megabyte)} MB`);
  context.expect(app.problems.length === 0, 'the browser has nothing to complain about', app.problems.join('\n'));
  await app.page.close();
}
