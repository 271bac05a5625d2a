// What there is to aim for, in the page: discoveries, a challenge and its solution, the gallery of the page's host.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppPage } from './app.mjs';
import { desktop } from './desktop.mjs';
import { serve } from './server.mjs';

export async function checkGames(context) {
  const folder = join(context.out, 'gallery');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const solution = join(folder, 'first-rain.replay');
  desktop(context, ['judge', 'tests/data/challenges/first-rain.solution', '--replay-out', solution]);
  await discovery(context);
  await challenge(context, solution);
  await gallery(context, folder);
}

const has = (app, name) => app.page.evaluate((wanted) => Module.place(wanted) !== null, name);

async function discovery(context) {
  const app = await AppPage.open(context);
  await app.command('Lava');
  await app.paintByMouse([0.5, 0.62], [0.6, 0.62]);  // just above the lake
  const { playing } = await app.facts();
  if (!playing) await app.key(' ');
  await app.wait('a card that tells of a discovery', () => has(app, 'discovery/new-land'), 180);
  context.expect(true, 'lava in the lake is discovered, and a card tells of it');
  await app.screenshot('discovery');
  context.expect(app.problems.length === 0, 'the browser has nothing to complain about', app.problems.join('\n'));
  await app.page.close();
}

// By the keyboard alone: the list, the first challenge, the list again. Then a solution is dropped.
async function challenge(context, solution) {
  const app = await AppPage.open(context);
  await app.command('Choose a challenge');
  await app.frames(10);
  await app.screenshot('challenges');
  await app.key('Enter');
  await app.frames(10);
  const begun = await app.facts();
  context.expect(begun.steps === 0 && (await has(app, 'challenge/goal/0')), 'Return begins the first challenge',
    JSON.stringify(begun));
  await app.screenshot('challenge');
  await app.drop('first-rain.replay', readFileSync(solution));
  await app.wait('the end of the solution', async () => / solves .* again/.test((await app.facts()).message), 180);
  context.expect(true, 'a solution that is dropped is judged and plays to its end');
  await app.screenshot('solution');
  context.expect(app.problems.length === 0, 'the browser has nothing to complain about', app.problems.join('\n'));
  await app.page.close();
}

async function gallery(context, folder) {
  const without = await AppPage.open(context);
  await without.command('Look at worlds that people share');
  await without.wait('a sentence', () => has(without, 'shared/problem'), 20);
  context.expect(true, 'a host without a gallery: a sentence says so');
  await without.page.close();

  writeFileSync(join(folder, 'changed.replay'), readFileSync(join(folder, 'first-rain.replay')));
  const { code, errors } = desktop(context, ['gallery', folder]);
  context.expect(code === 0, 'a folder gets its index', errors);
  writeFileSync(join(folder, 'changed.replay'), 'something else');
  const server = await serve({ root: context.root, mounts: { '/gallery/': folder, '/': context.pageFolder } });
  const app = await AppPage.open({ ...context, server });
  await app.command('Look at worlds that people share');
  await app.wait('the list', () => has(app, 'shared/first-rain.replay'), 20);
  await app.frames(20);
  await app.screenshot('gallery');
  await app.click('shared/changed.replay');
  context.expect(await has(app, 'shared/changed.replay'), 'a file that differs from the index is not played');
  await app.click('shared/first-rain.replay');
  await app.wait('the end of the replay', async () => / solves .* again/.test((await app.facts()).message), 180);
  context.expect(true, 'a world of the gallery of the host is played with a click');
  context.expect(app.problems.length === 0, 'the browser has nothing to complain about', app.problems.join('\n'));
  await app.page.close();
  server.close();
}
