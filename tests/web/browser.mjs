// Starts Debian's Chromium without a window, with WebGL by SwiftShader; or Firefox, with WebGL by llvmpipe.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const flags = [
  '--no-sandbox', '--no-first-run', '--disable-gpu-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--mute-audio',
  // A page that is not in front runs as fast as one that is.
  '--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows',
];

// Of Firefox: WebGL without a graphics card; pages that are not in front keep their speed.
const preferences = { 'webgl.force-enabled': true, 'webgl.disabled': false, 'dom.min_background_timeout_value': 4 };

// REPOSE_BROWSER=firefox takes Firefox, in a window: without one it has no WebGL.
export const isFirefox = process.env.REPOSE_BROWSER === 'firefox';

// Puppeteer is not part of the project: scripts/check-web installs it into build/check/web.
export async function startBrowser() {
  const puppeteer = createRequire(join(process.cwd(), 'build/check/web/node_modules/x'))('puppeteer-core');
  const profile = mkdtempSync(join(tmpdir(), 'repose-browser-'));
  const chosen = isFirefox
    ? { browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', extraPrefsFirefox: preferences }
    : { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags };
  const browser = await puppeteer.launch({
    ...chosen, headless: !isFirefox, userDataDir: profile, protocolTimeout: 900_000, defaultViewport: { width: 1280, height: 800 },
  });
  const close = async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

// Calls run(page) with a new page and closes it.
export async function withPage(browser, run) {
  const page = await browser.newPage();
  try {
    return await run(page);
  } finally {
    await page.close();
  }
}

// Runs a program of build/web by program.html; `seconds` is the longest that it may take. See runProgram() there.
export async function runProgram(context, program, args, { seconds = 300, ...more } = {}) {
  return withPage(context.browser, async (page) => {
    await page.goto(`${context.server.url}/tests/program.html`);
    const options = { script: `/build/${program}.js`, args, folders: ['configs', 'shaders'], ...more };
    const late = new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000, { code: -1, output: '', errors: `took more than ${seconds} s`, files: {} }).unref();
    });
    return Promise.race([page.evaluate((given) => runProgram(given), options), late]);
  });
}
