// The page of the app, as scripts use it.
import { join } from 'node:path';

const quiet = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// A page with the app. `problems` collects what the browser complains about: errors of the console, exceptions, files that
// are not there.
export class AppPage {
  constructor(page, context) {
    this.page = page;
    this.context = context;
    this.problems = [];
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') this.problems.push(message.text()); });
    page.on('response', (response) => { if (response.status() >= 400) this.problems.push(response.url()); });
  }

  // Opens the page and waits until the first frame was shown. Returns the seconds from the call to that frame.
  static async open(context, { browser = context.browser, viewport = { width: 1280, height: 800 }, after = '', page } = {}) {
    const app = new AppPage(page ?? await browser.newPage(), context);
    await app.page.setViewport(viewport);
    const start = Date.now();
    await app.page.goto(`${context.server.url}/${after}`);
    await app.wait('the first frame', async () => (await app.facts()) !== null);
    app.seconds = (Date.now() - start) / 1000;
    return app;
  }

  // What runs (src/app/shell/app.hpp); null before the app has begun.
  async facts() {
    try {
      return await this.page.evaluate(() => (window.Module?.facts ? Module.facts() : null));
    } catch {
      return null;  // the page is being loaded again
    }
  }

  async wait(what, holds, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
      await quiet(50);
    }
  }

  // Waits until the app has drawn that many frames.
  frames(count = 3) {
    return this.page.evaluate((left) => new Promise((resolve) => {
      const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
      next();
    }), count);
  }

  async key(...keys) {
    for (const key of keys) await this.page.keyboard.down(key);
    await this.frames(2);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
    await this.frames(2);
  }

  async pause() {
    if ((await this.facts()).playing) await this.key(' ');
    await this.wait('a pause', async () => !(await this.facts()).playing, 10);
  }

  async play(steps) {
    const { steps: before, playing } = await this.facts();
    if (!playing) await this.key(' ');
    await this.wait(`${steps} steps`, async () => (await this.facts()).steps >= before + steps);
  }

  // Clicks a widget by its name; throws if it does not appear.
  async click(name) {
    const place = () => this.page.evaluate((wanted) => Module.place(wanted), name);
    await this.wait(`the button ${name}`, async () => (await place()) !== null, 20);
    await this.page.mouse.move(...(await place()));
    await this.frames();
    await this.page.mouse.down();
    await this.frames();
    await this.page.mouse.up();
    await this.frames();
  }

  // A place on the canvas, as parts of the window from its top left corner.
  place(x, y) {
    const { width, height } = this.page.viewport();
    return [Math.round(width * x), Math.round(height * y)];
  }

  async paintByMouse(from, to) {
    const { mouse } = this.page;
    await mouse.move(...this.place(...from));
    await this.frames();
    await mouse.down();
    await mouse.move(...this.place(...to), { steps: 12 });
    await this.frames();
    await mouse.up();
    await this.frames();
  }

  async paintByTouch(from, to) {
    const { touchscreen } = this.page;
    await touchscreen.touchStart(...this.place(...from));
    await this.frames();
    for (let k = 1; k <= 8; ++k) {
      await touchscreen.touchMove(...this.place(from[0] + (to[0] - from[0]) * k / 8, from[1] + (to[1] - from[1]) * k / 8));
      await this.frames(1);
    }
    await touchscreen.touchEnd();
    await this.frames();
  }

  // Chooses an entry of the list of commands (Ctrl+P) by its words.
  async command(words) {
    await this.key('Control', 'p');
    await this.frames(2);
    await this.page.keyboard.type(words);
    await this.frames(3);
    await this.key('Enter');
  }

  // Drops a file on the window, as a file manager does.
  async drop(name, content) {
    await this.page.evaluate((fileName, text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], fileName));
      const event = new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true });
      document.getElementById('canvas').dispatchEvent(event);
    }, name, Buffer.from(content).toString('base64'));
    await this.frames(10);
  }

  async screenshot(name) {
    await this.page.screenshot({ path: join(this.context.out, `${name}.png`) });
  }

  // Whether `use` changes the world of a paused app.
  async changes(use) {
    const before = (await this.facts()).hash;
    await use();
    return (await this.facts()).hash !== before;
  }
}
