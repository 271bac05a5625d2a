// The page of the app is used: it loads, moves, is painted by mouse and by touch, switches backends, opens a dropped file,
// and gives the world back after the tab was killed.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppPage } from './app.mjs';
import { isFirefox } from './browser.mjs';
import { desktop } from './desktop.mjs';
import { serve } from './server.mjs';

const phone = { width: 390, height: 844, isMobile: true, hasTouch: true };
const phoneOnItsSide = { width: 844, height: 390, isMobile: true, hasTouch: true };

export async function checkPage(context) {
  await atTheDesk(context);
  await withoutHeaders(context);
  if (isFirefox) return;  // Puppeteer neither kills its tabs nor touches in it
  await keptWorld(context);
  await shared(context);
  await onAPhone(context, phone);
  await onAPhone(context, phoneOnItsSide);
}

async function atTheDesk(context) {
  const { expect } = context;
  const fresh = await AppPage.open(context);
  expect(fresh.seconds < 20, `the page shows its first frame (${fresh.seconds.toFixed(1)} s; nothing was in the cache)`);
  await fresh.page.close();
  const app = await AppPage.open(context);
  expect(app.seconds < 6, `opened again, the first frame is there after ${app.seconds.toFixed(1)} s (3 s on a quiet machine)`);
  const first = await app.facts();
  await app.wait('steps', async () => (await app.facts()).steps > first.steps + 20);
  expect((await app.facts()).hash !== first.hash, 'the world moves');
  await app.screenshot('1280x800');
  await app.pause();
  expect(await app.changes(() => app.paintByMouse([0.4, 0.35], [0.55, 0.4])), 'the mouse paints');
  await app.key('Control', 'z');
  await backends(context, app);
  await dropped(context, app);
  expect(app.problems.length === 0, 'the browser has nothing to complain about', app.problems.join('\n'));
  await app.page.close();
}

// Switching keeps the world, and both backends go on in the same way.
async function backends(context, app) {
  const before = await app.facts();
  await app.key('Control', 'g');
  await app.wait('another backend', async () => (await app.facts()).backend !== before.backend);
  const after = await app.facts();
  context.expect(after.hash === before.hash, `switching from ${before.backend} to ${after.backend} keeps the world`);
  await app.key('Control', 'g');
}

async function dropped(context, app) {
  const world = join(context.out, 'dropped.repose');
  desktop(context, ['run', '--automaton', 'density', '--config', 'configs/density-world.cfg', '--scene', 'mixed',
    '--size', '120x90', '--steps', '50', '--world-out', world]);
  const { output } = desktop(context, ['run', '--world-in', world, '--steps', '0', '--hash']);
  await app.drop('dropped.repose', readFileSync(world));
  await app.wait('the dropped world', async () => (await app.facts()).automaton === 'density', 20);
  await app.play(30);
  await app.pause();
  const facts = await app.facts();
  const steps = String(facts.steps - 50);
  const expected = desktop(context, ['run', '--world-in', world, '--steps', steps, '--hash']).output.trim();
  context.expect(output.trim() !== '' && facts.hash === expected,
    `a world file is dropped and goes on as on the desktop (step ${facts.steps}: ${expected})`, facts.hash);
}

// A host that sends no headers: service.js adds them, and the page is loaded again.
async function withoutHeaders(context) {
  const server = await serve({ root: context.root, mounts: { '/': context.pageFolder }, withHeaders: false });
  const app = await AppPage.open({ ...context, server });
  const isolated = await app.page.evaluate(() => window.crossOriginIsolated);
  await app.wait('steps', async () => ((await app.facts())?.steps ?? 0) > 5);
  context.expect(isolated, 'a host that sends no headers: the page runs with threads');
  await app.page.close();
  server.close();
}

// The world of a tab that was killed is offered by the next one.
async function keptWorld(context) {
  const app = await AppPage.open(context);
  await app.command('Acid works');
  await app.paintByMouse([0.4, 0.35], [0.55, 0.4]);
  await app.pause();
  const { hash } = await app.facts();
  await new Promise((resolve) => { setTimeout(resolve, 12000); });  // it is kept every 10 s at least
  const session = await app.page.createCDPSession();
  session.send('Page.crash').catch(() => {});
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  const next = await AppPage.open(context);
  await next.screenshot('after-a-killed-tab');
  await next.pause();
  await next.click('Restore');
  const found = await next.facts();
  context.expect(found.hash === hash, `the world of a killed tab comes back (${hash})`, JSON.stringify(found));
  await next.page.close();
}

async function onAPhone(context, viewport) {
  const name = `${viewport.width}x${viewport.height}`;
  const app = await AppPage.open(context, { viewport });
  await app.frames(30);
  await app.screenshot(name);
  await app.pause();
  context.expect(await app.changes(() => app.paintByTouch([0.7, 0.42], [0.85, 0.5])), `${name}: a finger paints`);
  await app.screenshot(`${name}-painted`);
  context.expect(app.problems.length === 0, `${name}: the browser has nothing to complain about`, app.problems.join('\n'));
  await app.page.close();
}

// A picture that carries its replay is downloaded, plays on the desktop, and plays in the page when it is dropped.
async function shared(context) {
  const folder = join(context.out, 'downloads');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const app = await AppPage.open(context, { viewport: { width: 800, height: 500 } });
  const session = await context.browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await app.command('Wildfire');
  await app.paintByMouse([0.5, 0.35], [0.6, 0.4]);
  await app.play(20);
  await app.pause();
  const { hash } = await app.facts();
  await app.command('Share a picture that carries');
  const pictures = () => readdirSync(folder).filter((name) => name.endsWith('.png'));
  await app.wait('a download', () => pictures().length > 0, 60);
  const picture = join(folder, pictures()[0]);
  const { code, output, errors } = desktop(context, ['replay', '--hash', picture]);
  context.expect(code === 0 && output.trim() === hash, `a picture shared by the page plays on the desktop to ${hash}`, output + errors);
  await app.drop('shared.png', readFileSync(picture));
  await app.wait('the end of the replay', async () => (await app.facts()).message.includes('every cell is as recorded'), 120);
  context.expect((await app.facts()).hash === hash, 'dropped on the page it plays to the same hash');
  await app.page.close();
}
