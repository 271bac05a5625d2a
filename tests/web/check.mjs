// check.mjs [PART]...: the parts of scripts/check-web, all or the named ones. Prints a line for each thing that was
// checked; exit status 1 if one is wrong. Run by scripts/check-web, which builds what is needed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from './browser.mjs';
import { checkGames } from './games.mjs';
import { checkGolden } from './golden.mjs';
import { checkLosses } from './losses.mjs';
import { checkOffline } from './offline.mjs';
import { checkPage } from './page.mjs';
import { checkReplays } from './replays.mjs';
import { serve } from './server.mjs';
import { checkSoak } from './soak.mjs';

const parts = {
  golden: checkGolden, replays: checkReplays, page: checkPage, offline: checkOffline, games: checkGames,
  losses: checkLosses, soak: checkSoak,
};

const root = process.cwd();
const out = join(root, 'build/check/web');
const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(parts);
const unknown = chosen.find((name) => !(name in parts));
if (unknown) {
  console.error(`check-web: there is no part '${unknown}'; parts: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

let failures = 0;
const pageFolder = process.env.REPOSE_PAGE ?? join(root, 'build/web');  // what is served as the page of the app
const context = {
  root,
  out,
  pageFolder,
  // expect(ok, sentence, found): prints the sentence, and what was found where it is wrong.
  expect(ok, sentence, found = '') {
    if (!ok) ++failures;
    console.log(ok ? `  ${sentence}` : `WRONG: ${sentence}${found ? `\n    but: ${String(found).trim()}` : ''}`);
  },
};
mkdirSync(out, { recursive: true });
context.server = await serve({
  root,
  mounts: { '/build/': join(root, 'build/web'), '/tests/': join(root, 'tests/web'), '/': pageFolder },
  port: Number(process.env.REPOSE_PORT ?? 0),
});
const { browser, close } = await startBrowser();
context.browser = browser;
try {
  for (const name of chosen) {
    console.log(`${name}:`);
    await parts[name](context);
  }
} finally {
  await close();
  context.server.close();
}
console.log(failures === 0 ? 'all of it is right' : `${failures} wrong`);
process.exit(failures === 0 ? 0 : 1);
