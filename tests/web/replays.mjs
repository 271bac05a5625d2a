// Replays of the desktop play in the browser to the same hash, and one of the browser plays on the desktop.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { runProgram } from './browser.mjs';
import { desktop } from './desktop.mjs';

// Replays with inputs of every kind, one for each automaton.
function record(context) {
  const folder = join(context.out, 'replays');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(join(context.root, 'build/release/repose_session_tests'), ['[record]'],
    { env: { ...process.env, REPOSE_REPLAYS_OUT: folder }, stdio: 'ignore' });
  context.expect(status === 0, 'the desktop records a replay of every automaton');
  return readdirSync(folder).map((name) => join(folder, name));
}

export async function checkReplays(context) {
  for (const file of record(context)) await play(context, file);
  await recordInBrowser(context);
}

async function play(context, file) {
  const there = JSON.parse(desktop(context, ['replay', '--json', file]).output);
  const files = { '/given.replay': readFileSync(file).toString('base64') };
  for (const backend of ['cpu', 'gpu']) {
    const way = backend === 'cpu' && there.backend === 'scalar' ? 'scalar' : backend;
    const { output, errors } = await runProgram(context, 'repose-cli', ['replay', '--json', '--backend', way, '/given.replay'],
      { files });
    if (way === 'gpu' && errors.includes('cannot run here')) continue;
    const here = output ? JSON.parse(output) : {};
    context.expect(here.hash === there.hash && !('differs_at' in here),
      `${basename(file)} (${there.automaton}, ${there.steps} steps) plays on ${way} to ${there.hash}`, `${here.hash} ${errors}`);
  }
}

async function recordInBrowser(context) {
  const recorded = await runProgram(context, 'repose-cli', ['run', '--automaton', 'conserving', '--scene', 'mixed', '--size', '160x100',
    '--steps', '200', '--hash', '--replay-out', '/recorded.replay'], { results: ['/recorded.replay'] });
  const file = join(context.out, 'from-the-browser.replay');
  writeFileSync(file, Buffer.from(recorded.files['/recorded.replay'] ?? '', 'base64'));
  const played = desktop(context, ['replay', '--hash', file]);
  context.expect(played.code === 0 && played.output.trim() === recorded.output.trim(),
    `a replay recorded in the browser plays on the desktop to ${recorded.output.trim()}`, played.output + played.errors);
}
