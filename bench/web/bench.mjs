// bench.mjs [SAND_JS_FOLDER]: density in one browser, in turns: sand.js or our plain loop in JavaScript, and the backends of
// repose-cli. Prints a table and writes build/bench/web.json. Run by scripts/bench-web, which builds what is needed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, startBrowser, withPage } from '../../tests/web/browser.mjs';
import { desktop } from '../../tests/web/desktop.mjs';
import { serve } from '../../tests/web/server.mjs';

const root = process.cwd();
const sandJs = process.argv[2];
const rounds = Number(process.env.REPOSE_ROUNDS ?? 3);
const size = { width: 1024, height: 1024 };
const warmUpSteps = 8;
const steps = 64;
const config = 'configs/density-world.cfg';
const out = join(root, 'build/bench');

if (sandJs && !existsSync(join(sandJs, 'js/sand.js'))) {
  console.error(`bench-web: ${sandJs} is no copy of sand.js: it has no js/sand.js`);
  process.exit(2);
}
mkdirSync(out, { recursive: true });

// The world at the start and the hash of its cells after the measured steps, by the desktop.
function prepare() {
  const run = ['run', '--automaton', 'density', '--config', config, '--scene', 'mixed', '--size', `${size.width}x${size.height}`];
  const file = join(out, 'cells.raw');
  const cellsAfter = (count) => {
    desktop({ root }, [...run, '--steps', String(count), '--cells-out', file]);
    return readFileSync(file);
  };
  const hash = createHash('sha256').update(cellsAfter(warmUpSteps + steps)).digest('hex');
  return { given: { ...size, steps, config: readFileSync(join(root, config), 'utf8'), cells: cellsAfter(0).toString('base64') }, hash };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function inJavaScript(context, name, { given, hash }) {
  const result = await withPage(context.browser, async (page) => {
    await page.goto(`${context.server.url}/bench/bench.html`);
    await page.waitForFunction('window.ready');
    return page.evaluate((called, what) => window[called](what), name, given);
  });
  if (result.hash !== hash) throw new Error(`${name}: its cells are not those of Repose`);
  return result.cellsPerSecond;
}

async function inRepose(context, ...way) {
  const args = ['bench', '--automaton', 'density', '--scene', 'mixed', '--size', `${size.width}x${size.height}`,
    '--steps', String(steps), '--json', ...way];
  const { output, errors } = await runProgram(context, 'repose-cli', args, { seconds: 400 });
  const report = output ? JSON.parse(output) : { rows: [] };
  if (report.rows.length !== 1) throw new Error(`repose-cli ${args.join(' ')}: ${errors}`);
  return report.rows[0].cells_per_s;
}

const world = prepare();
const { browser, close } = await startBrowser();
const mounts = { '/build/': join(root, 'build/web'), '/tests/': join(root, 'tests/web'), '/bench/': join(root, 'bench/web') };
if (sandJs) mounts['/sandjs/'] = sandJs;
const server = await serve({ root, mounts });
const context = { root, browser, server };
const cores = await withPage(browser, (page) => page.evaluate(() => navigator.hardwareConcurrency));
const rows = [
  { name: 'our plain loop in JavaScript', run: () => inJavaScript(context, 'benchPlain', world) },
  ...(sandJs ? [{ name: 'sand.js (WebGL)', run: () => inJavaScript(context, 'benchSandJs', world) }] : []),
  { name: 'Repose, cpu, 1 thread', run: () => inRepose(context, '--backend', 'cpu', '--threads', '1') },
  { name: `Repose, cpu, ${cores} threads`, run: () => inRepose(context, '--backend', 'cpu', '--threads', String(cores)) },
  { name: 'Repose, gpu (WebGL)', run: () => inRepose(context, '--backend', 'gpu') },
].filter(({ name }) => new RegExp(process.env.REPOSE_ROWS ?? '').test(name)).map((row) => ({ ...row, figures: [] }));
try {
  for (let round = 0; round < rounds; ++round) {
    for (const row of rows) row.figures.push(await row.run());
  }
} finally {
  await close();
  server.close();
}
const base = rows.find(({ name }) => name.startsWith(sandJs ? 'sand.js' : 'our plain loop'));
console.log(`density, scene mixed, ${size.width} x ${size.height}, medians of ${rounds} rounds in turns, in million cells a second;`);
console.log(`the last column: times as fast as ${base.name}`);
for (const { name, figures } of rows) {
  const figure = median(figures);
  console.log(`${name.padEnd(30)}${(figure / 1e6).toFixed(1).padStart(9)}${(figure / median(base.figures)).toFixed(2).padStart(9)}`);
}
writeFileSync(join(out, 'web.json'), JSON.stringify({ scene: 'mixed', ...size, rounds, rows: rows.map(({ name, figures }) => ({ name, figures })) }, null, 2));
