import { describe, expect, it } from 'vitest';
import { downloadFailure, endReason, startFailure } from './why-ended.ts';

const ended = { code: 1, signal: null, stderr: '', namespacesRestricted: false };

describe('why Electron ended', () => {
  it.each([
    { ...ended, code: 0 },
    { ...ended, code: null, signal: 'SIGINT' as const },
    { ...ended, code: null, signal: 'SIGTERM' as const },
    // By a launcher, which is a shell's script.
    { ...ended, code: 130 },
    { ...ended, code: 143 },
  ])('says nothing where the end was asked for: %j', (how) => {
    expect(endReason(how)).toBeNull();
  });

  it.each([
    ['electron: error while loading shared libraries: libnss3.so: cannot open', false, /libnss3\.so/u],
    ['FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', true, /AppArmor.*sysctl/u],
    ['FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', false, /unprivileged_userns_clone/u],
    ['ERROR:ozone_platform_x11.cc] Missing X server or $DISPLAY', false, /DISPLAY/u],
    ['Authorization required, but no authorization protocol specified', false, /DISPLAY/u],
    [
      "electron: /lib/libc.so.6: version `GLIBC_2.34' not found (required by electron)",
      false,
      /older.*GLIBC_2\.34/u,
    ],
    [
      'FATAL:platform_shared_memory_region_posix.cc] Unable to access(W_OK|X_OK) /dev/shm',
      false,
      /\/dev\/shm/u,
    ],
    [
      'FATAL:platform_shared_memory.cc] This is frequently caused by incorrect permissions on /dev/shm',
      false,
      /\/dev\/shm/u,
    ],
    [
      'Failed to move to new namespace: PID namespaces supported, but failed: errno = Operation not permitted',
      false,
      /user namespaces/u,
    ],
    [
      '[8:FATAL:sandbox/linux/services/credentials.cc:131] Check failed: . : Operation not permitted (1)',
      true,
      /AppArmor/u,
    ],
    [
      '[8:FATAL:credentials.cc(127)] Check failed: . : No space left on device (28)',
      false,
      /user\.max_user_namespaces/u,
    ],
    ['[8:FATAL:sandbox/linux/services/namespace_sandbox.cc:220] Check failed', false, /user namespaces/u],
    ['ERROR:ui/aura/env.cc:257] The platform failed to initialize.  Exiting.', false, /display/u],
    ['Invalid MIT-MAGIC-COOKIE-1 key', false, /display/u],
    [
      'Error loading shared library libnss3.so: No such file or directory (needed by electron)',
      false,
      /needs libnss3\.so/u,
    ],
    ['[8:ERROR:icu_util.cc(232)] Invalid file descriptor to ICU data received.', false, /incomplete/u],
    ['FATAL:gin/v8_initializer.cc:652] Error loading V8 startup snapshot file', false, /incomplete/u],
    ['dyld[8]: Library not loaded: @rpath/Electron Framework.framework', false, /incomplete/u],
  ])('is known from its standard error: %s', (stderr, namespacesRestricted, words) => {
    expect(endReason({ ...ended, stderr, namespacesRestricted })).toEqual({
      words: expect.stringMatching(words),
      browserInstead: true,
    });
  });

  it('is a crash where nothing else is known, and opens no browser by itself', () => {
    expect(endReason({ ...ended, code: null, signal: 'SIGSEGV' })).toEqual({
      words: expect.stringContaining('by SIGSEGV'),
      browserInstead: false,
    });
    expect(endReason({ ...ended, code: 133 })?.words).toContain('with code 133');
  });

  it.each([
    'electron: symbol lookup error: /usr/lib/libgtk-3.so.0: undefined symbol: g_foo',
    'electron: error while loading shared libraries: libnss3.so: wrong ELF class: ELFCLASS32',
    'electron: error while loading shared libraries: libgomp.so.1: cannot allocate memory in static TLS block',
  ])('is what the loader says where the program was never loaded: %s', (stderr) => {
    expect(endReason({ ...ended, code: 127, stderr: `Warning\n${stderr}\n` })).toEqual({
      words: expect.stringContaining(stderr),
      browserInstead: true,
    });
  });

  it('is repeated from its last line in one bounded line, or from the one that ended it', () => {
    const words = (stderr: string) => endReason({ ...ended, code: 133, stderr })?.words ?? '';
    expect(words('a\n\u001b[31mthe last\u0007\n\n')).toContain('“[31mthe last”');
    expect(words('[8:FATAL:x.cc(1)] Check failed: y\n#0 0x1\n#1 0x2')).toContain('Check failed: y');
    expect(words('x'.repeat(100_000)).length).toBeLessThan(500);
    expect(words('')).not.toContain('“');
  });

  it('is the system where it was killed', () => {
    expect(endReason({ ...ended, code: null, signal: 'SIGKILL' })?.words).toContain('runs out of memory');
  });
});

it.each([
  ['Error: ENOSPC: no space left on device', /disk is full/u],
  ['HTTPError: Response code 403 (Forbidden)', /answered 403/u],
  ['HTTPError: Response code 407 (Proxy Authentication Required)', /proxy.*password/u],
  ['Error: unable to get local issuer certificate', /certificate/u],
  ['sumchecker: checksum mismatch', /fetch it again/u],
  ['TypeError: fetch failed', /cannot be reached/u],
])('why the runtime was not fetched is known from %j', (stderr, words) => {
  expect(downloadFailure(stderr)).toMatch(words);
});

it.each([
  ['ENOENT', /loader.*musl/u],
  ['ENOEXEC', /another processor/u],
  ['EFTYPE', /another processor/u], // Windows
  ['Unknown system error -86', /another processor/u], // macOS
  ['EACCES', /may not be executed/u],
  ['EMFILE', /spawn electron EMFILE\)$/u],
])('why a runtime that is there does not start is known from %s', (code, words) => {
  const error = Object.assign(new Error(`spawn electron ${code}`), { code });
  expect(startFailure(error)).toEqual({ words: expect.stringMatching(words), browserInstead: true });
});
