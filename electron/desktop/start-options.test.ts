import { describe, expect, it } from 'vitest';
import { dataFolder } from '../hosts/data-folder.ts';
import { readStartOptions } from './start-options.ts';

const read = (args: string[], packaged = false, platform: NodeJS.Platform = 'linux') =>
  readStartOptions({
    args,
    packaged,
    platform,
    folder: (named = '/home/ada/Milepost') => dataFolder(named, () => '/home/ann'),
  });

describe('what the program is started with', () => {
  it('is the usual folder where nothing is said', () => {
    expect(read(['--enable-logging', '.'])).toEqual({
      ok: true,
      options: {
        dataDir: '/home/ada/Milepost',
        marketplace: undefined,
        mcp: false,
        watch: false,
        printSchedule: false,
        hidden: false,
        opens: [],
      },
    });
  });

  it('is the folder that is named, either way', () => {
    for (const args of [['--data-dir', 'data'], ['--data-dir=data']])
      expect(read(args)).toMatchObject({ ok: true, options: { dataDir: '/home/ann/data' } });
  });

  it.each([
    [['--data-dir']],
    [['--data-dir=']],
    [['--data-dir', '--marketplace', 'demo']],
    [['--marketplace']],
  ])('is refused where a value is missing: %j', (args) => {
    expect(read(args)).toMatchObject({ ok: false, words: expect.stringContaining('needs') });
  });

  it.each(['file:///home/ann/data', 'smb://server/data'])(
    'is no folder that is named by an address: %s',
    (named) => {
      expect(read(['--data-dir', named])).toEqual({
        ok: false,
        atOnce: false,
        words: expect.stringContaining('not by an address'),
      });
    },
  );

  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '-remote-debugging-port=0',
    '--Remote-Debugging-Address=0.0.0.0',
    '--inspect',
    '--inspect-brk=9229',
    '--inspect-port=1',
    '--js-flags=--expose-gc',
    '--disable-web-security',
    '--renderer-cmd-prefix=/tmp/evil',
    // Chromium takes away what is white around an argument.
    ' --remote-debugging-port=9222',
    '\t-inspect',
    '--browser-subprocess-path=/tmp/evil',
    '--ppapi-plugin-launcher=/tmp/evil',
    '--register-pepper-plugins=/tmp/evil.so',
    '--allow-file-access-from-files',
    '--unsafely-treat-insecure-origin-as-secure=http://evil.example',
    '--disable-site-isolation-trials',
    '--remote-debugging-io-pipes=1,2',
    '--enable-blink-features=MojoJS',
    '--enable-blink-test-features',
    '--disable-blink-features=TrustedTypes',
    '--blink-settings=webSecurityEnabled=false',
    '--disable-kill-after-bad-ipc',
    '--expose-internals-for-testing',
    '--enable-experimental-web-platform-features',
    '--enable-privileged-webgl-extension',
    // What a page shows and asks stands in the file of a trace, and in a dump of a crash.
    '--trace-startup=*',
    '--trace-startup-file=/tmp/all.json',
    '--crash-dumps-dir=/tmp/shared',
    '--trace-config-file=/tmp/trace.json',
    '--enable-tracing=*',
    '--enable-tracing-output=/tmp/all',
    '--background-tracing-output-path=/tmp/all',
    // They hold a process until a debugger is there.
    '--renderer-startup-dialog',
    '--gpu-startup-dialog',
    '--wait-for-debugger-children=renderer',
    // The toolkit of a Linux desktop reads the command line as well.
    '--gtk-module=/tmp/evil.so',
  ])('refuses %s when packaged, and takes it in development', (arg) => {
    expect(read([arg], true)).toMatchObject({ ok: false });
    expect(read([arg], false)).toMatchObject({ ok: true });
  });

  it.each([
    '--enable-features=UseOzonePlatform',
    '--ozone-platform=wayland',
    '--force-device-scale-factor=2',
    '--lang=de',
  ])('takes %s, which a desktop needs, when packaged', (arg) => {
    expect(read([arg], true)).toMatchObject({ ok: true });
  });

  it('knows the slash of Windows, and takes a path for a path elsewhere', () => {
    expect(read(['/remote-debugging-port=1'], true, 'win32')).toMatchObject({ ok: false });
    expect(read(['/inspect'], true, 'linux')).toMatchObject({ ok: true });
  });
});
