// What the app exchanges with the browser: opened, dropped and downloaded files, texts of languages, the clipboard,
// links, how a phone is held.
// page_web.cpp and picture_clipboard_web.cpp in src/platform/ call it.
(() => {
  if (typeof document === 'undefined') return;  // a thread
  const page = Module['page'] = Module['page'] || {};
  const incoming = '/repose/opened', outgoing = '/repose-downloads', gallery = '/repose-gallery';  // as in page_web.cpp
  const openedFilesMax = 12, openedBytesMax = 64 << 20;  // in all; older ones are removed
  const fileBytesMax = 512 << 20;
  const textLengthMax = 10000;
  const sendEveryMs = 200;
  const pasteMs = 1500;  // a key is handled in one of the next frames after it was pressed
  const partName = /\.\d+(-\d+)?\.part$/;  // files that are not complete yet: see src/core/files.cpp
  const types = {png: 'image/png', gif: 'image/gif', cfg: 'text/plain', txt: 'text/plain'};

  const say = (sentence) => page.say(sentence);
  // Texts go to the app on its stack. Longer ones are no links: see kLinkBytesMax in config_link.hpp.
  const beginning = (text) => text.slice(0, textLengthMax);
  const textArrived = (text) => ccall('repose_text_arrived', null, ['string'], [beginning(text)]);

  // ---- files that are opened ----

  const makeRoom = (bytes) => {
    const files = FS.readdir(incoming).filter((name) => name !== '.' && name !== '..').map((name) => {
      const facts = FS.stat(incoming + '/' + name);
      return {name, bytes: facts.size, at: +facts.mtime};
    }).sort((a, b) => a.at - b.at);
    let total = files.reduce((sum, file) => sum + file.bytes, bytes);
    while (files.length && (files.length >= openedFilesMax || total > openedBytesMax)) {
      const oldest = files.shift();
      total -= oldest.bytes;
      FS.unlink(incoming + '/' + oldest.name);
    }
  };

  const bring = async (file) => {
    if (file.size > fileBytesMax) return say(`${file.name} is too large for a page: it has more than 512 MB.`);
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      return say(`${file.name} could not be read.`);
    }
    const path = incoming + '/' + (file.name.replace(/[\/\0]/g, '_').slice(-200) || 'file');
    try {
      FS.mkdirTree(incoming);
      if (FS.analyzePath(path).exists) FS.unlink(path);
      makeRoom(bytes.length);
      FS.writeFile(path, bytes, {canOwn: true});
    } catch (error) {
      return say(`${file.name} could not be taken into the page: ${error.message || error}.`);
    }
    ccall('repose_file_arrived', null, ['string'], [path]);
  };

  // A card with a button, because some browsers open their dialog only while a click is handled. Where a click or key
  // of some moments ago is enough, the dialog opens at once, above the card.
  let card = null;

  const closeCard = () => {
    if (card) card.remove();
    card = null;
    Module['canvas'].focus();
  };

  const button = (text, action) => {
    const made = document.createElement('button');
    made.textContent = text;
    made.style.cssText = 'font: inherit; padding: 10px 18px; margin: 6px; border: 0; border-radius: 6px; ' +
      'color: #1b1d21; background: ' + (action ? '#e0a955' : '#9a9da3');
    made.addEventListener('click', action || closeCard);
    return made;
  };

  const showCard = (...parts) => {
    closeCard();
    card = document.createElement('div');
    card.style.cssText = 'position: fixed; inset: 0; display: grid; place-items: center; background: #0008; z-index: 5';
    const box = document.createElement('div');
    box.style.cssText = 'padding: 22px; border-radius: 10px; background: #2a2d33; text-align: center';
    box.append(...parts);
    card.append(box);
    // The app hears of keys that are released, as it has heard of them being pressed.
    card.addEventListener('keypress', (event) => event.stopPropagation());
    card.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') closeCard();
    });
    document.body.append(card);
    box.firstChild.focus();
  };

  page.askForFile = (accept) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.style.display = 'none';
    // Phones know no .repose and would offer no file at all.
    if (!matchMedia('(pointer: coarse)').matches) input.accept = accept;
    input.addEventListener('change', () => {
      const file = input.files[0];
      closeCard();
      if (file) bring(file);
    });
    input.addEventListener('cancel', closeCard);
    showCard(button('Choose a file...', () => input.click()), button('Cancel'), input);
    card.id = 'open-file';
    if (!navigator.userActivation || navigator.userActivation.isActive) input.click();
  };

  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files], text = event.dataTransfer.getData('text/plain');
    for (const file of files) bring(file);
    if (!files.length && text) textArrived(text);
  });

  // ---- downloads ----

  const send = (path, name) => {
    const type = types[name.replace(/.*\./, '').toLowerCase()] || 'application/octet-stream';
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([FS.readFile(path)], {type}));
    link.download = name;
    FS.unlink(path);
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  const complete = (folder) => FS.readdir(folder).filter((name) => !/^\.\.?$/.test(name) && !partName.test(name));

  const refusedDownloads = new Set();

  const sendAll = () => complete(outgoing).forEach((name) => {
    const path = outgoing + '/' + name;
    if (refusedDownloads.has(name)) return;
    try {
      if (FS.isFile(FS.stat(path).mode)) return send(path, name);
      complete(path).forEach((part) => send(path + '/' + part, name + ' ' + part));
      FS.rmdir(path);
    } catch (error) {
      refusedDownloads.add(name);
      say(`${name} could not be downloaded: ${error.message}.`);
    }
  });

  // ---- the gallery that the host of the page may offer ----

  const underWay = 0, done = 1, failed = 2;  // as Fetch in page.hpp
  let fetched = new Map();  // by name; another map after forgetFetched(), so that late answers change nothing

  const fetchInto = async (path, address, bytesMax) => {
    const answer = await fetch(address, {cache: 'no-cache'});
    if (!answer.ok) throw new Error(String(answer.status));
    const parts = [], reader = answer.body.getReader();
    let total = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      total += part.value.length;
      if (total > bytesMax) {
        void reader.cancel();
        throw new Error('it is too large');
      }
      parts.push(part.value);
    }
    FS.mkdirTree(gallery);
    FS.writeFile(path, new Uint8Array(await new Blob(parts).arrayBuffer()), {canOwn: true});
  };

  page.fetchHosted = (name, bytesMax) => {
    const states = fetched;
    if (!states.has(name)) {
      states.set(name, underWay);
      fetchInto(gallery + '/' + name, 'gallery/' + encodeURIComponent(name), bytesMax)
        .then(() => states.set(name, done), (error) => {
          err(`gallery/${name}: ${error.message}`);
          states.set(name, failed);
        });
    }
    return states.get(name);
  };

  page.forgetFetched = () => { fetched = new Map(); };

  // ---- languages: page.js knows which there are, and what is put after the names of files ----

  const fontOf = {zh: 'ReposeChinese.otf', ja: 'ReposeJapanese.otf'};
  const languages = new Map();  // code -> state
  const arrived = new Map();    // code -> files that are not in the files yet

  const fetchLanguage = async (code) => {
    const names = [`assets/languages/${code}.po`, ...(fontOf[code] ? [`fonts/${fontOf[code]}`] : [])];
    languages.set(code, underWay);
    try {
      arrived.set(code, await Promise.all(names.map(async (name) => {
        const answer = await fetch(name + Module['build']);
        if (!answer.ok) throw new Error(String(answer.status));
        return {path: '/assets/' + name.replace('assets/', ''), bytes: new Uint8Array(await answer.arrayBuffer())};
      })));
      languages.set(code, done);
    } catch (error) {
      err(`${names}: ${error.message}`);
      languages.set(code, failed);
    }
  };

  page.fetchLanguage = (code) => {
    if (!Module['languages'].includes(code)) return done;
    if (!languages.has(code)) fetchLanguage(code).then(() => ccall('repose_language_arrived', null, [], []));
    const state = languages.get(code);
    if (state === failed) languages.delete(code);
    (arrived.get(code) || []).forEach((file) => FS.writeFile(file.path, file.bytes, {canOwn: true}));
    arrived.delete(code);
    return state;
  };

  // That of the settings or of the browser is there before main() begins.
  const fetchFirstLanguage = async () => {
    await page.stored;
    const file = '/repose/.config/repose/settings.json';
    let wishes = navigator.languages;
    try {
      wishes = [JSON.parse(FS.readFile(file, {encoding: 'utf8'})).language, ...wishes];
    } catch (error) {}  // no settings yet
    const known = (code) => code === 'en' || Module['languages'].includes(code);
    const code = wishes.map((wish) => (wish || '').replace(/[-_.].*/, '')).find(known);
    if (code && code !== 'en') await fetchLanguage(code);
  };

  // ---- how a phone is held ----

  const silenceMs = 2000;
  let feels = false, heard = false;

  const tilts = (event) => {
    if (event.beta === null || event.gamma === null) return;
    heard = true;
    const beta = event.beta * Math.PI / 180, gamma = event.gamma * Math.PI / 180;
    const right = Math.sin(gamma) * Math.cos(beta), down = Math.sin(beta);
    ccall('repose_page_tilts', null, ['number', 'number'], [right, down]);
  };

  page.canBeTilted = () => 'DeviceOrientationEvent' in window && matchMedia('(any-pointer: coarse)').matches;
  page.feelsTilt = () => feels;

  page.wantTilt = (wanted, allow, cancel, refused, none) => {
    removeEventListener('deviceorientation', tilts);
    feels = heard = false;
    if (!wanted) return;
    const begin = () => {
      feels = true;
      addEventListener('deviceorientation', tilts);
      setTimeout(() => {
        if (!feels || heard) return;
        page.wantTilt(false);
        say(none);
      }, silenceMs);
    };
    if (!DeviceOrientationEvent.requestPermission) return begin();
    const ask = () => {  // only while a click is handled
      closeCard();
      DeviceOrientationEvent.requestPermission().catch(() => 'denied')
        .then((answer) => answer === 'granted' ? begin() : say(refused));
    };
    showCard(button(allow, ask), button(cancel));
  };

  // ---- the clipboard ----

  let text = '';                   // what was copied here or pasted last
  let pasteAt = -1e9, pasted = null;  // the last Ctrl+V, and its picture
  let picture = null;              // null: has not arrived; empty: there is none
  let refused = false;             // the browser did not show the clipboard
  let offered = false;             // the clipboard still holds our picture, as far as a page can know

  const bytesOf = async (blob) => new Uint8Array(blob && blob.size <= (64 << 20) ? await blob.arrayBuffer() : []);

  const write = async (copied) => {
    text = copied;
    offered = false;
    await navigator.clipboard.writeText(copied);
  };

  page.copyText = (copied) => void write(copied).catch((error) => err('clipboard: ' + error));

  page.copyLink = (link, copied, otherwise) => void write(link).then(() => page.say(copied, true), () => {
    history.replaceState(null, '', link);
    say(otherwise);
  });

  page.text = (what) => what === 0 ? text : location.origin + location.pathname;

  page.askForPicture = () => {
    picture = null;
    refused = false;
    const read = async () => {
      if (performance.now() - pasteAt < pasteMs) return bytesOf(pasted);
      for (const item of await navigator.clipboard.read()) {
        if (item.types.includes('image/png')) return bytesOf(await item.getType('image/png'));
      }
      return new Uint8Array();
    };
    read().catch(() => {
      refused = true;
      return new Uint8Array();
    }).then((bytes) => { picture = bytes; });
  };

  page.pictureBytes = () => refused ? -2 : picture ? picture.length : -1;
  page.takePicture = () => picture;

  page.offerPicture = (bytes) => {
    if (page.pictureOffer() === 0) return;
    offered = true;
    const item = new ClipboardItem({'image/png': new Blob([bytes], {type: 'image/png'})});
    navigator.clipboard.write([item]).catch((error) => {
      offered = false;
      err('clipboard: ' + error);
    });
  };

  page.pictureOffer = () => {
    if (!navigator.clipboard || !navigator.clipboard.write || typeof ClipboardItem === 'undefined') return 0;
    return offered ? 2 : 1;
  };

  // Another program may copy something as soon as this window is left.
  addEventListener('blur', () => { offered = false; });

  // SDL keeps Ctrl+V from the browser, which would paste nothing then.
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyV') event.preventDefault = () => {};
  }, true);

  addEventListener('paste', (event) => {
    const items = [...event.clipboardData.items].filter((item) => item.type === 'image/png');
    pasteAt = performance.now();
    pasted = items.length ? items[0].getAsFile() : null;
    text = event.clipboardData.getData('text/plain');
  });

  // ---- links ----

  const carriesConfig = () => location.hash.startsWith('#config=');

  addEventListener('hashchange', () => { if (carriesConfig()) textArrived(location.hash); });

  Module['preRun'] = [].concat(Module['preRun'] || [], () => {
    FS.mkdirTree(outgoing);
    setInterval(sendAll, sendEveryMs);
    addRunDependency('language');
    fetchFirstLanguage().catch((error) => err('language: ' + error)).then(() => removeRunDependency('language'));
  });
  if (carriesConfig()) Module['arguments'] = (Module['arguments'] || []).concat(beginning(location.hash));
})();
