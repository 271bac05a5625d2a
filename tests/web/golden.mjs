// Runs of every automaton on every backend in the browser give the hashes of the desktop.
import { runProgram } from './browser.mjs';
import { desktop } from './desktop.mjs';

const density = ['--config', 'configs/density-world.cfg'];

// Small worlds and few steps, because gpu runs on the processor here. [automaton, what else `repose-cli run` gets].
// Automata of the list of solvers that have no line here run the scene `mixed` with their own rules.
const runs = {
  'density': [['--scene', 'mixed', '--size', '257x129', '--steps', '300'], ['--scene', 'churn', '--size', '160x100', '--steps', '100']],
  'conserving': [
    [...density, '--scene', 'mixed', '--size', '257x129', '--steps', '100'],
    ['--scene', 'sorting', '--size', '160x100', '--steps', '60'],
    ['--scene', 'acid-cave', '--size', '97x65', '--steps', '60'],
    ['--scene', 'storm', '--size', '160x100', '--steps', '60'],  // air, bodies, animals
    ['--scene', 'pressure-cooker', '--size', '160x100', '--steps', '60'],
  ],
  'elements': [
    ['--scene', 'mixed', '--size', '129x65', '--steps', '40'],
    ['--scene', 'elements-falling-sand', '--size', '80x60', '--steps', '40'],
  ],
};
const usual = [['--scene', 'mixed', '--size', '257x129', '--steps', '200']];
const ways = {
  scalar: [['--backend', 'scalar']],
  cpu: [['--backend', 'cpu', '--threads', '1'], ['--backend', 'cpu', '--threads', '2']],
  gpu: [['--backend', 'gpu']],
};

// The lines of `repose-cli solvers`: automaton, backend, whether it runs here.
function solvers(text) {
  return text.trim().split('\n').slice(1).map((line) => {
    const [automaton, backend, ...words] = line.split(/\s+/);
    return { automaton, backend, here: words.join(' ') === 'available', why: words.join(' ') };
  });
}

export async function checkGolden(context) {
  const there = solvers(desktop(context, ['solvers']).output);
  const here = solvers((await runProgram(context, 'repose-cli', ['solvers'])).output);
  for (const { automaton, backend, here: onDesktop } of there) {
    const solver = here.find((one) => one.automaton === automaton && one.backend === backend);
    context.expect(solver?.here === onDesktop, `${automaton} on ${backend} runs in the browser if it does on the desktop`,
      solver?.why);
  }
  for (const automaton of new Set(there.map((one) => one.automaton))) {
    for (const run of runs[automaton] ?? usual) await compare(context, there, automaton, run);
  }
}

async function compare(context, there, automaton, run) {
  const args = ['run', '--automaton', automaton, '--seed', '1', '--hash', ...run];
  const expected = desktop(context, [...args, '--backend', 'scalar']).output.trim();
  for (const { backend, here } of there.filter((one) => one.automaton === automaton)) {
    if (!here) continue;
    for (const way of ways[backend]) {
      const start = Date.now();
      const { output, errors } = await runProgram(context, 'repose-cli', [...args, ...way]);
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      context.expect(output.trim() === expected && expected !== '',
        `${automaton}: ${[...run, ...way].join(' ')} gives ${expected} (${seconds} s)`, `${output.trim()} ${errors}`);
    }
  }
}
