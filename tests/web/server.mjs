// A server on this machine for the checks: folders as they are, with the headers that give a page threads.
import { createServer } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, normalize, relative } from 'node:path';

const types = {
  '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json', '.png': 'image/png', '.svg': 'image/svg+xml',
};
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

// All files below `folder`, as paths relative to `root`.
async function filesBelow(root, folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.path, entry.name)));
}

// The files of some folders in one answer: {path: content in base64}.
async function bundle(root, folders) {
  const files = {};
  for (const folder of folders) {
    for (const path of await filesBelow(root, folder)) files[path] = (await readFile(join(root, path))).toString('base64');
  }
  return JSON.stringify(files);
}

// serve({mounts: {'/name/': folder}, root, port, threads}): `bundle?folder=configs` answers with files below `root`.
// Resolves to {url, missing, close, stop}; `missing` lists what was asked for and is not there.
export async function serve({ mounts, root, port = 0, withHeaders = true }) {
  const missing = [];
  const answer = async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const path = normalize(decodeURIComponent(url.pathname));
    const send = (status, type, body) => {
      response.writeHead(status, { 'Content-Type': type, ...(withHeaders ? headers : {}) });
      response.end(body);
    };
    try {
      if (path === '/bundle') return send(200, types['.json'], await bundle(root, url.searchParams.getAll('folder')));
      const mount = Object.keys(mounts).find((name) => path.startsWith(name));
      const inside = path.slice(mount.length) || 'index.html';
      send(200, types[extname(inside)] ?? 'application/octet-stream', await readFile(join(mounts[mount], inside)));
    } catch {
      if (path !== '/favicon.ico') missing.push(path);
      send(404, 'text/plain', `there is no ${path}`);
    }
  };
  const server = createServer(answer);
  await new Promise((resolve) => { server.listen(port, '127.0.0.1', resolve); });
  const stop = () => { server.close(); server.closeAllConnections(); };  // nobody answers any more
  return { url: `http://127.0.0.1:${server.address().port}`, missing, close: () => server.close(), stop };
}
