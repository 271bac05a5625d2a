// The service worker of the page. It keeps the files of one version of Repose, so that the page opens without a network,
// and adds the two headers with which a page may use threads, for hosts that do not send them.
'use strict';

// cmake/InstallPage.cmake writes both. In a build folder nothing is kept.
const build = '';  // as in page.js
const files = {};  // name -> SHA-256 of all files of this version, so that it is never mixed with another one

// What not everybody needs is kept when it was used: languages, and the program without threads.
const keptWhenUsed = /^(assets|fonts)\/|^repose-single/;
const scope = self.registration.scope;
const prefix = `repose ${scope} `, cacheName = prefix + build;  // several pages may share a host

// The name in `files`; null for everything else.
function nameOf(address) {
  const url = new URL(address);
  if (!url.href.startsWith(scope)) return null;
  const name = url.pathname.slice(new URL(scope).pathname.length) || 'index.html';
  const ofThisVersion = name === 'index.html' || !url.search || url.search === build;  // a page has options there
  return ofThisVersion && Object.hasOwn(files, name) ? name : null;
}

async function keep(name) {
  const cache = await caches.open(cacheName);
  if (await cache.match(name)) return;
  const bytes = files[name].match(/../g).map((hex) => parseInt(hex, 16));
  const answer = await fetch(name + build, { integrity: `sha256-${btoa(String.fromCharCode(...bytes))}` });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(name, answer);
}

// Everything that is needed, these names, and what an older version has kept. Tells pages how far it is.
async function keepAll(used = []) {
  const chosen = await Promise.all(Object.keys(files).map(async (name) =>
    !keptWhenUsed.test(name) || used.includes(name) || (await caches.match(name)) ? name : null));
  const names = chosen.filter(Boolean);
  let done = 0;
  await Promise.all(names.map(async (name) => {
    await keep(name);
    ++done;
    for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(done / names.length);
  }));
}

// A version that is not complete does not replace another one. The first one may be incomplete: the page then loads from
// its host. So it does where the browser has no room.
async function install() {
  try {
    await keepAll();
  } catch (error) {
    if (self.registration.active && error.name !== 'QuotaExceededError') throw error;
  }
  if (!self.registration.active) await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys().catch(() => [])) {
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
  await self.clients.claim();
}

// A new version waits while another tab runs the old one.
async function takeOver() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.filter((page) => page.url.startsWith(scope)).length <= 1) await self.skipWaiting();
}

async function answerTo(event) {
  const { request } = event;
  const name = request.method === 'GET' ? nameOf(request.url) : null;
  if (name === null) return fetch(request);
  const kept = await caches.open(cacheName).then((cache) => cache.match(name)).catch(() => undefined);
  if (!kept && keptWhenUsed.test(name)) event.waitUntil(keep(name).catch(() => {}));
  return kept ?? fetch(request);
}

async function isolated(event) {
  const answer = await answerTo(event);
  if (answer.status === 0 || new URL(event.request.url).origin !== self.location.origin) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const empty = [101, 204, 205, 304].includes(answer.status);
  return new Response(empty ? null : answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(isolated(event));
});
// From page.js: 'take over' at its start; the addresses of what it has loaded, after its first frame.
self.addEventListener('message', (event) => {
  const { data } = event;
  event.waitUntil(data === 'take over' ? takeOver() : keepAll(data.map(nameOf)).catch(() => {}));
});
