// Keeps the folder /repose in IndexedDB: settings, kept worlds, stamps, own configs, opened files. Emscripten's IDBFS
// reads it before main() begins. From then on only files that this tab has changed are written or removed, so that
// several tabs do not undo each other's work.
//
// A kept world belongs to the tab that holds its Web Lock, as on the desktop it belongs to the program that has locked
// the file beside it. A tab that is closed or hidden leaves a note in localStorage, because IndexedDB has no time to
// write then: the next tab takes its world as that of the last window. A tab that was killed leaves none.
// Emscripten's minifier spoils destructuring in loops.
(() => {
  if (typeof document === 'undefined') return;  // a thread
  const page = Module['page'] = Module['page'] || {};
  const root = '/repose';
  const worlds = root + '/.local/state/repose', last = worlds + '/last.repose';
  const placesMax = 64;  // as in world_files.cpp
  const opened = root + '/opened', openedBytesMax = 64 << 20;  // as in exchange.js; a larger file is not kept
  const storeEveryMs = 1000;
  const patienceMs = 5000;
  const partName = /\.\d+(-\d+)?\.part$/;  // files that are not complete yet: see src/core/files.cpp

  let known = new Map();  // what IndexedDB holds: path -> mark
  let ready = false, storing = false, failed = false;
  let ownWorld = '';      // where this tab keeps its world
  const locks = new Map();  // path -> {number, release, taken}

  let tellStored;
  page.stored = new Promise((done) => { tellStored = done; });  // when the folder was read, or cannot be

  const unsaid = [];
  let listening = false;  // nothing may be called before main() begins

  // `good`: something has worked; else it is a warning.
  page.say = (sentence, good) => {
    if (!listening) return void unsaid.push(sentence);
    ccall('repose_page_says', null, ['string', 'number'], [sentence, good ? 1 : 0]);
  };

  page.listen = () => {
    listening = true;
    unsaid.splice(0).forEach((sentence) => page.say(sentence));
  };

  const exists = (path) => FS.analyzePath(path).exists;

  // ---- files ----

  // Emscripten 3.1.6 keeps the file that a rename replaces in its table of names: its bytes stay in memory, and it is
  // found again when the new file is removed.
  const mendRename = () => {
    const rename = FS.rename;
    FS.rename = (from, to) => {
      const replaced = FS.analyzePath(to).object;
      rename(from, to);
      if (replaced && replaced !== FS.analyzePath(to).object) FS.hashRemoveNode(replaced);
    };
  };

  const walk = () => {
    const found = new Map(), folders = [root];
    while (folders.length) {
      const folder = folders.pop();
      for (const name of FS.readdir(folder)) {
        if (name === '.' || name === '..' || partName.test(name)) continue;
        const path = folder + '/' + name, facts = FS.stat(path);
        if (folder === opened && facts.size > openedBytesMax) continue;
        if (FS.isDir(facts.mode)) folders.push(path);
        found.set(path, FS.isDir(facts.mode) ? 'folder' : `${facts.ino} ${+facts.mtime} ${facts.size}`);
      }
    }
    return found;
  };

  const fail = (error) => {
    storing = false;
    if (failed) return;
    failed = true;
    err('storage: ' + error);
    const full = error && error.name === 'QuotaExceededError';
    page.say(full ? 'The browser gives this page no more room: what changes from now on is lost with the tab.'
             : 'The browser could not store a file of this page: what changes from now on may be lost with the tab.');
  };

  const put = (store, path) => IDBFS.loadLocalEntry(path, (error, entry) => {
    if (error) return;
    if (entry['contents']) entry['contents'] = entry['contents'].slice();  // not the larger memory behind it
    store.put(entry, path);
  });

  const storeChanges = () => {
    if (!ready || storing) return;
    const now = walk();
    const changed = [...now.keys()].filter((path) => known.get(path) !== now.get(path));
    const gone = [...known.keys()].filter((path) => !now.has(path));
    if (!changed.length && !gone.length) return;
    storing = true;
    try {
      const transaction = IDBFS.dbs[root].transaction([IDBFS.DB_STORE_NAME], 'readwrite');
      const store = transaction.objectStore(IDBFS.DB_STORE_NAME);
      for (const path of changed) put(store, path);
      for (const path of gone) store.delete(path);
      transaction.oncomplete = () => { known = now; storing = failed = false; };
      transaction.onabort = () => fail(transaction.error);
      if (transaction.commit) transaction.commit();
    } catch (error) {
      fail(error);
    }
  };

  // Calls `then` when everything is stored, or cannot be; tells it whether everything is.
  page.keep = (then) => {
    const whenIdle = (next) => storing ? setTimeout(whenIdle, 20, next) : next();
    whenIdle(() => {  // a transaction that is under way does not hold the newest files
      storeChanges();
      whenIdle(() => then(ready && !failed));
    });
  };

  const readAll = () => new Promise((done, refuse) => {
    setTimeout(() => refuse('no answer'), patienceMs);
    FS.syncfs(true, (error) => error ? refuse(error) : done());
  });

  // ---- locks ----

  // Resolves to the function that releases the lock; to null when another tab holds it.
  const request = (name) => new Promise((done) => {
    if (!navigator.locks) return done(() => {});
    navigator.locks.request(name, {ifAvailable: true}, (lock) => {
      if (!lock) return void done(null);
      return new Promise((release) => done(release));
    }).catch(() => done(() => {}));
  });

  // The same places as in Autosave::find_places(): one for this tab, and all worlds that other tabs have left.
  const takePlaces = async () => {
    for (let n = 1; n <= placesMax; ++n) {
      const world = `${worlds}/autosave-${n}.repose`, path = `${worlds}/autosave-${n}.lock`;
      const left = exists(world);
      if (!left && ownWorld) continue;
      const release = await request('repose ' + path);
      if (!release) continue;
      if (!left) ownWorld = world;
      locks.set(path, {number: n, release, taken: false});
    }
  };

  page.takeLock = (path) => {
    const lock = locks.get(path);
    if (!lock || lock.taken) return 0;
    lock.taken = true;
    return lock.number;
  };

  page.releaseLock = (number) => {
    locks.forEach((lock, path) => {
      if (lock.number !== number) return;
      lock.release();
      locks.delete(path);
    });
  };

  // ---- closed tabs ----

  // Without localStorage there are no notes: then a world is offered as that of a killed tab.
  const note = (world) => 'repose closed ' + world;
  const noteOf = (world) => { try { return localStorage.getItem(note(world)); } catch (error) { return null; } };
  const dropNote = (world) => { try { localStorage.removeItem(note(world)); } catch (error) {} };

  const takeClosedWorlds = () => {
    const closed = [];
    locks.forEach((lock, path) => {
      const world = path.replace(/lock$/, 'repose'), at = noteOf(world);
      dropNote(world);
      if (at && exists(world)) closed.push({at: Number(at), world: world, number: lock.number});
    });
    closed.sort((a, b) => a.at - b.at);
    const newest = closed.pop();  // the others are offered as those of killed tabs
    if (!newest) return;
    FS.rename(newest.world, last);
    page.releaseLock(newest.number);
  };

  const leave = () => {
    try {
      if (ownWorld) localStorage.setItem(note(ownWorld), String(Date.now()));
    } catch (error) {}
    storeChanges();
  };

  const comeBack = () => {
    if (ownWorld) dropNote(ownWorld);
  };

  // Browsers end hidden tabs without a word, phones most of all.
  const hideOrShow = () => {
    if (!document.hidden) return comeBack();
    if (listening) ccall('repose_page_hidden', null, [], []);
    leave();
  };

  // ---- a tab that is loaded again ----

  // A crash of the driver takes the graphics of all tabs at once. Each is loaded again and goes on with the last world:
  // so it takes a copy of its own with it. sessionStorage is that of one tab.
  const again = 'repose own world';

  page.keepForThisTab = () => {
    const own = ownWorld.replace('autosave', 'again');
    try {
      sessionStorage.setItem(again, own);
      FS.writeFile(own, FS.readFile(last), {canOwn: true});
    } catch (error) {}  // then it goes on with that of the tab which was the last
  };

  const takeOwnWorld = () => {
    let own = null;
    try {
      own = sessionStorage.getItem(again);
      sessionStorage.removeItem(again);
    } catch (error) {}
    if (own && exists(own)) FS.rename(own, last);
  };

  // ---- the start ----

  const begin = async () => {
    FS.mkdirTree(root);
    FS.mount(IDBFS, {}, root);
    try {
      await readAll();
      known = walk();
      ready = true;
    } catch (error) {
      err('storage: ' + error);
      page.say('This browser stores nothing for this page: settings and worlds are lost with the tab.');
    }
    FS.mkdirTree(worlds);
    await takePlaces();
    if (!ready) return;
    takeClosedWorlds();
    takeOwnWorld();
    setInterval(storeChanges, storeEveryMs);
    document.addEventListener('visibilitychange', hideOrShow);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', (event) => { if (event.persisted) comeBack(); });
  };

  Module['preRun'] = [].concat(Module['preRun'] || [], () => {
    ENV['HOME'] = root;
    mendRename();
    addRunDependency('storage');
    begin().catch((error) => err('storage: ' + error)).then(() => {
      tellStored();
      removeRunDependency('storage');
    });
  });
})();
