// The packaged page on a host below a path and without headers: it opens without a network, a new version replaces the
// old one as a whole, only the language in use is fetched, and a tilted phone turns the world.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { AppPage } from './app.mjs';
import { serve } from './server.mjs';

const kept = (app) => app.page.evaluate(async () => {
  const names = [];
  for (const cache of await caches.keys()) {
    for (const { url } of await (await caches.open(cache)).keys()) names.push(`${cache} ${url.replace(/.*\//, '')}`);
  }
  return names;
});

const moves = async (app) => {
  const before = await app.facts();
  await app.wait('steps', async () => ((await app.facts())?.steps ?? 0) > (before?.steps ?? 0) + 5);
};

// Like a release: other bytes, another version.
function makeVersion(folder, build) {
  const edit = (name, change) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('index.html', (text) => text.replace('</html>', `<!-- ${build} --></html>`));
  edit('page.js', (text) => text.replace(/const build = '.*'/, `const build = '?${build}'`));
  edit('service.js', (text) => ['index.html', 'page.js'].reduce((changed, name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name))).digest('hex');
    return changed.replace(new RegExp(`'${name}': '.*'`), `'${name}': '${hash}'`);
  }, text.replace(/const build = '.*'/, `const build = '?${build}'`)));
}

export async function checkOffline(context) {
  const { expect } = context;
  const folder = join(context.out, 'offline');
  rmSync(folder, { recursive: true, force: true });
  const { status, stderr } = spawnSync('cmake', ['--install', 'build/web', '--component', 'folder', '--prefix', folder]);
  if (status !== 0) throw new Error(String(stderr));
  const host = (port) => serve({ root: context.root, mounts: { '/sub/': folder }, port, withHeaders: false });
  let server = await host(0);
  const port = Number(new URL(server.url).port);

  const page = await context.browser.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'languages', { get: () => ['nl', 'de-AT', 'en'] });
  });
  const app = await AppPage.open({ ...context, server }, { after: 'sub/', page });
  await moves(app);
  const catalogs = () => asked.map((url) => /(\w+)\.(po|otf)/.exec(url)?.[1]).filter(Boolean);
  expect([...new Set(catalogs())].join() === 'de', 'only the texts of the language in use are fetched', catalogs());
  expect((await app.facts()).language === 'de', 'the page speaks it from its first frame', (await app.facts()).language);
  await app.wait('the files to be kept', async () => (await kept(app)).some((name) => /de\.po/.test(name)));
  await app.screenshot('offline-german');

  const version = () => page.evaluate(() => window.Module?.build).catch(() => null);
  const reload = async () => {
    await page.evaluate(() => { location.reload(); });
    await app.wait('the first frame', async () => (await app.facts()) !== null);
  };
  server.stop();
  await reload();
  await moves(app);
  expect((await app.facts()).language === 'de', 'without a network the page opens and runs, in its language');
  expect(await page.evaluate(() => crossOriginIsolated), 'and it computes with threads');
  await app.command('Einstellungen');
  await app.click('settings/language');
  await app.click('settings/language/ja');
  await app.wait('a message', async () => /geladen|fetched|online/.test((await app.facts()).message), 20);
  expect((await app.facts()).language === 'de', 'a language that is not kept is refused with a sentence');
  await app.screenshot('offline-names');

  server = await host(port);
  await app.click('settings/language');
  await app.click('settings/language/ja');
  await app.wait('Japanese', async () => (await app.facts()).language === 'ja', 20);
  await app.screenshot('offline-japanese');
  expect(true, 'with a network it is fetched and shown at once');

  makeVersion(folder, 'second');
  await reload();
  const first = await version();
  expect(first !== '?second', 'a new version does not disturb the one that opens', first);
  await app.wait('a new version', () => page.evaluate(async () =>
    Boolean((await navigator.serviceWorker.getRegistration()).waiting)));
  await reload();
  await app.wait('the second version', async () => (await version()) === '?second' && (await app.facts()) !== null, 40);
  await app.wait('the old one to go', async () => (await kept(app)).every((name) => name.includes('?second')), 20);
  const names = await kept(app);
  expect(['repose.wasm', 'repose.data', 'ja.po'].every((name) => names.some((one) => one.includes(name))),
    'at the next start it has replaced the old one, with the languages that were kept', names.join('\n'));
  server.stop();
  await reload();
  await moves(app);
  expect(await version() === '?second', 'and opens without a network');

  server = await host(port);
  makeVersion(folder, 'third');
  writeFileSync(join(folder, 'repose.js'), 'broken');
  await reload();
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update().catch(() => {}); });
  await reload();
  await moves(app);
  expect(await version() === '?second', 'half a new version is not taken');
  await page.evaluate(async () => { for (const name of await caches.keys()) await caches.delete(name); });
  cpSync(join(context.pageFolder, 'repose.js'), join(folder, 'repose.js'));
  await reload();
  await moves(app);
  expect(true, 'an emptied cache is no obstacle');
  await page.close();
  server.stop();
  await tilted(context);
}

async function tilted(context) {
  const viewport = { width: 390, height: 844, isMobile: true, hasTouch: true };
  const app = await AppPage.open(context, { viewport });
  const session = await app.page.createCDPSession();
  const hold = (beta, gamma) =>
    session.send('DeviceOrientation.setDeviceOrientationOverride', { alpha: 0, beta, gamma });
  const size = async () => { const { width, height } = await app.facts(); return `${width} x ${height}`; };
  await hold(80, 0);
  const upright = await size();
  await app.pause();
  await hold(0, 80);
  await app.frames(10);
  context.expect(await size() === upright, 'a tilted phone does nothing unless it is asked to');
  await hold(80, 0);
  await app.command('Tilt to turn gravity');
  await app.frames(10);
  // Browsers that ask let a page ask only while a click is handled.
  const asks = await app.page.evaluate(() => Boolean(DeviceOrientationEvent.requestPermission));
  if (asks) await app.page.click('button:not(#again)');
  await app.wait('the sensors', () => app.page.evaluate(() => Module.page.feelsTilt()));
  await hold(80, 0);
  await app.frames(10);
  await hold(0, 80);
  const turned = upright.split(' x ').reverse().join(' x ');
  await app.wait('a turned world', async () => await size() === turned, 10);
  await app.frames(30);
  await app.screenshot('tilted');
  await hold(80, 0);
  await app.wait('the world as it was', async () => await size() === upright, 10);
  context.expect(true, `a tilted phone turns the world (${upright}, ${turned})`);
  await app.page.close();
}
