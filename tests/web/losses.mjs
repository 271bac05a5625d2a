// What a browser takes away or never had: the graphics, WebGL 2, memory for threads. And a link from page to page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppPage } from './app.mjs';
import { desktop } from './desktop.mjs';

const size = '120x90';
const firstStep = 50;

export async function checkLosses(context) {
  const world = join(context.out, 'small.repose');
  desktop(context, ['run', '--automaton', 'density', '--config', 'configs/density-world.cfg', '--scene', 'mixed',
    '--size', size, '--steps', String(firstStep), '--world-out', world]);
  context.small = world;
  await lostGraphics(context);
  await prepared(context, 'without WebGL 2', withoutWebGl);
  await prepared(context, 'without memory for threads', withoutSharedMemory, goesOn);
  await link(context);
}

// The hash that the small world has on the desktop at a step.
function onTheDesktop(context, step) {
  const steps = String(step - firstStep);
  return desktop(context, ['run', '--world-in', context.small, '--steps', steps, '--hash']).output.trim();
}

async function dropSmall(context, app) {
  await app.drop('small.repose', readFileSync(context.small));
  await app.wait('the dropped world', async () => (await app.facts()).automaton === 'density', 20);
}

// The world on gpu goes on in the page that is loaded again; after a second loss the page draws without WebGL.
async function lostGraphics(context) {
  const app = await AppPage.open(context);
  await dropSmall(context, app);
  await app.pause();
  await app.key('Control', 'g');
  await app.wait('gpu', async () => (await app.facts()).backend === 'gpu');
  await app.play(10);
  await app.pause();
  const before = await app.facts();
  for (const left of ['webgl2', null]) {
    await app.page.evaluate(() => {
      window.isOldPage = true;
      document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();
      for (let k = 0; k < 3; ++k) Module.facts();  // the world is asked for before the app is told of the loss
    });
    const again = async () => (await app.facts()) !== null && !(await app.page.evaluate(() => window.isOldPage));
    await app.wait('the page that is loaded again', again);
    await app.pause();
    const after = await app.facts();
    const same = after.hash === onTheDesktop(context, after.steps) && after.steps >= before.steps;
    context.expect(same, `lost graphics: the world goes on (step ${before.steps}, then ${after.steps})`, JSON.stringify(after));
    const draws = await app.page.evaluate(() => (document.getElementById('canvas').getContext('webgl2') ? 'webgl2' : null));
    context.expect(draws === left, `it is drawn ${left ? 'with WebGL again' : 'by the processor after a second loss'}`, draws);
  }
  await app.screenshot('lost-graphics');
  await app.page.close();
}

// The page runs, and the small world gives the hashes of the desktop, although `change` has taken something away. `also`
// is done first.
async function prepared(context, what, change, also = async () => {}) {
  const page = await context.browser.newPage();
  await page.evaluateOnNewDocument(change);
  const app = await AppPage.open(context, { page });
  await also(context, app);
  await dropSmall(context, app);
  await app.play(20);
  await app.pause();
  const { steps, hash } = await app.facts();
  const expected = onTheDesktop(context, steps);
  context.expect(hash === expected, `${what}: the world is that of the desktop (step ${steps}: ${expected})`, hash);
  await app.page.close();
}

// The program without threads is linked in its own way (cmake/Web.cmake). Linked wrongly, it wrote over its constants when
// chunks came to rest, and stood still when a scene was opened after that.
async function goesOn(context, app) {
  const constants = () => app.page.evaluate(() => Module.HEAPU8.subarray(2048, 65536).reduce((sum, byte) => (31 * sum + byte) | 0));
  const before = await constants();
  await app.play(60);
  context.expect(await constants() === before, 'without threads: the constants of the program stay as they were');
  await app.drop('broken.cfg', 'cell');
  const { message } = await app.facts();
  context.expect(message.includes('broken.cfg:1'), 'without threads: a sentence tells what is wrong in a file', message);
  await app.key('Escape');
}

function withoutWebGl() {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
  };
}

function withoutSharedMemory() {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (wish) {
    if (wish.shared) throw new RangeError('could not allocate memory');
    return new Memory(wish);
  };
}

// A link made in one page opens in another.
async function link(context) {
  await context.browser.defaultBrowserContext().overridePermissions(context.server.url, ['clipboard-read', 'clipboard-write']);
  const app = await AppPage.open(context);
  await app.command('Acid works');
  await app.command('Share link');
  let copied = '';
  await app.wait('a link', async () => {
    copied = await app.page.evaluate(() => Module.page.text(0));
    return copied.includes('#config=');
  }, 20);
  await app.pause();
  await app.page.close();
  const other = await AppPage.open(context, { after: copied.slice(copied.indexOf('#')) });
  await other.wait('steps', async () => (await other.facts()).steps > 5);
  await other.screenshot('link');
  const { message } = await other.facts();
  context.expect(copied.includes('scene=acid-works'), `a link carries config and scene (${copied.length} characters)`, copied);
  context.expect(other.problems.length === 0, 'the link opens in another page', `${other.problems} ${message}`);
  await other.page.close();
}
