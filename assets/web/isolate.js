// A service worker that adds the two headers with which a page may use threads, for hosts that do not send them. It
// changes and keeps nothing else.
'use strict';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function isolated(request) {
  const answer = await fetch(request);
  if (answer.status === 0 || new URL(request.url).origin !== self.location.origin) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const empty = [101, 204, 205, 304].includes(answer.status);
  return new Response(empty ? null : answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(isolated(request));
});
