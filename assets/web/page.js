// Starts Repose in this page. There are two programs: repose.js computes with several threads, which the browser allows
// only to a page that is isolated from others (two headers of its host, or service.js, which adds them);
// repose-single.js needs none of that.
'use strict';

// Is put after the names of the program's files, so that a browser does not mix those of two versions. scripts/package
// web writes it (cmake/InstallPage.cmake).
const build = '';
const languages = '@REPOSE_LANGUAGES@'.split(' ');  // their codes, without English

const element = (id) => document.getElementById(id);
const canvas = element('canvas');

// A text over the whole page. progress: 0 to 1, or null for no bar. again: whether the button is there.
function say(text, progress = null, again = false) {
  element('note').style.display = text ? 'grid' : 'none';
  element('text').textContent = text;
  element('bar').style.display = progress === null ? 'none' : 'block';
  element('bar').firstChild.style.width = `${100 * (progress ?? 0)}%`;
  element('again').style.display = again ? 'inline-block' : 'none';
}

// What must be remembered until the page is loaded again. Without storage (private windows) nothing is.
const memory = {
  get(key) { try { return sessionStorage.getItem(`repose ${key}`); } catch { return null; } },
  set(key, value) { try { sessionStorage.setItem(`repose ${key}`, value); } catch { /* forgotten */ } },
  drop(key) { try { sessionStorage.removeItem(`repose ${key}`); } catch { /* it was not there */ } },
};

// ---- which program ----

const memoryPages = { initial: 2048, maximum: 32768 };  // of 64 kB, as in cmake/Web.cmake

// The memory that threads share; null if the browser refuses it. The whole maximum is reserved, which may be too much.
function sharedMemory() {
  try {
    return new WebAssembly.Memory({ ...memoryPages, shared: true });
  } catch {
    return null;
  }
}

// Loads service.js, which isolates the page when it is loaded again. Returns whether that happens now.
async function isolates() {
  if (!navigator.serviceWorker || !window.isSecureContext || memory.get('isolated')) return false;
  if (navigator.serviceWorker.controller) return false;  // it has not helped, and would not the next time
  memory.set('isolated', 'tried');
  try {
    navigator.serviceWorker.onmessage = ({ data }) => say('Repose is being loaded.', data);
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
  } catch {
    navigator.serviceWorker.onmessage = null;
    return false;
  }
  location.reload();
  return true;
}

// service.js of a new version was fetched while the old one ran. Now, before anything is loaded, it takes over, unless
// another tab still runs the old version. Returns whether the page is loaded again.
async function takesNewVersion() {
  const service = navigator.serviceWorker;
  const waiting = (await service?.getRegistration().catch(() => null))?.waiting;
  if (!waiting) return false;
  const patienceMs = 1000;
  return new Promise((done) => {
    setTimeout(done, patienceMs, false);
    service.addEventListener('controllerchange', () => { done(true); location.reload(); }, { once: true });
    waiting.postMessage('take over');
  });
}

// From now on the page opens without a network, too.
async function keepForOffline() {
  if (!navigator.serviceWorker || !window.isSecureContext) return;
  try {
    await navigator.serviceWorker.register('service.js');
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  } catch (error) {
    console.log(`Nothing is kept for the time without a network: ${error.message}`);
  }
}

// The program, its memory, and a sentence for About.
function choose() {
  const without = 'This page computes without threads, because ';
  if (!window.crossOriginIsolated) {
    const why = window.isSecureContext ? 'the browser does not isolate it from other pages.'
      : 'it does not come over https or from this computer.';
    return { name: 'repose-single', facts: without + why };
  }
  const shared = sharedMemory();
  if (!shared) return { name: 'repose-single', facts: `${without}the browser has refused the memory for them.` };
  const threads = Math.min(navigator.hardwareConcurrency, 8);  // as in main_web.cpp
  return { name: 'repose', shared, facts: `This page computes with up to ${threads} threads.` };
}

// ---- starting and ending ----

function fail(why) {
  say(why, null, true);
}

function startAgain() {
  say('One moment.');
  location.reload();
}

// The app has ended itself.
function ended(why) {
  if (why === 'graphics') Module.page.keepForThisTab();
  Module.page.keep((kept) => {
    if (why !== 'graphics') return fail(kept ? 'Repose has ended. Your world is kept.' : 'Repose has ended.');
    if (!kept) return fail('The browser has taken the graphics away, and it stores nothing: your world is lost.');
    const minute = 60000, before = Number(memory.get('graphics lost') ?? 0);
    memory.set('graphics lost', Date.now());
    memory.set('goes on', Date.now() - before < minute ? 'without graphics' : 'with graphics');
    startAgain();
  });
}

// Options for the program: ?software&backend=gpu becomes --software --backend gpu.
function optionsOfAddress() {
  const known = ['software', 'backend', 'gl-path', 'no-sound', 'threads', 'time-startup', 'time-frames'];
  const options = [];
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (known.includes(name)) options.push(`--${name}`, ...(value ? [value] : []));
  }
  return options;
}

function start() {
  const program = choose();
  const goesOn = memory.get('goes on');
  memory.drop('goes on');
  const options = optionsOfAddress();
  if (goesOn === 'without graphics') options.push('--software');
  let total = 1, complaint = '';
  window.Module = {
    canvas,
    arguments: options,
    build,
    languages,
    hostFacts: program.facts,
    goesOn: goesOn ?? '',
    firstMessage: !goesOn ? '' : goesOn === 'with graphics'
      ? 'The browser had taken the graphics away. This is your world from that moment.'
      : 'The browser has taken the graphics away twice. Your world goes on, drawn by the processor.',
    ended,
    locateFile: (file) => file.replace('repose-single.data', 'repose.data') + build,  // both use the same data
    monitorRunDependencies: (left) => {
      total = Math.max(total, left);
      if (left > 0) say('Repose is being loaded.', 1 - left / (total + 1));
    },
    shown: () => {  // after every frame
      window.Module.shown = () => {};
      say('');
      keepForOffline();
    },
    printErr: (text) => {
      console.warn(text);
      complaint = text.replace(/^repose: /, '');
    },
    quit: (code, exit) => {  // before the first frame, by an option that is refused; later ended() is called
      fail(`Repose could not start: ${complaint}`);
      throw exit;
    },
    onAbort: (reason) => fail(/memory|OOM/i.test(String(reason))
      ? 'The browser gives Repose not enough memory. Your last kept world is offered when it starts again.'
      : `Repose has stopped: ${reason}`),
  };
  if (program.shared) window.Module.wasmMemory = program.shared;
  const script = document.createElement('script');
  script.src = `${program.name}.js${build}`;
  script.onerror = () => fail(`${script.src} could not be loaded.`);
  document.body.append(script);
}

// A browser may show the page again that service.js has replaced by an isolated one.
window.addEventListener('pageshow', (event) => { if (event.persisted && !window.Module) location.reload(); });
element('again').onclick = startAgain;
canvas.oncontextmenu = (event) => event.preventDefault();
say('Repose is being loaded.', 0);
if (typeof WebAssembly === 'undefined') {
  fail('This browser has no WebAssembly. Repose needs Chrome 95, Firefox 100, Safari 16.4 or a newer one.');
} else {
  takesNewVersion().then(async (now) => {
    if (now) return;
    if (window.crossOriginIsolated) memory.drop('isolated');  // a forced reload passes service.js by: it is tried again
    if (window.crossOriginIsolated || !(await isolates())) start();
  });
}
