/** Loaded before electron-builder: it does on this machine what it does on a Mac, with the tools of a test. */
const child = require('node:child_process');
const os = require('node:os');
const { basename } = require('node:path');

Object.defineProperty(process, 'platform', { value: 'darwin' });
os.platform = () => 'darwin';
os.release = () => '24.0.0';
for (const name of ['spawn', 'execFile']) {
  const run = child[name];
  // It names some of them by their place on a Mac.
  child[name] = Object.assign(
    (file, ...more) => run(file.startsWith('/usr/bin/') ? basename(file) : file, ...more),
    run,
  );
}
