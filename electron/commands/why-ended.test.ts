import { describe, expect, it } from 'vitest';
import { downloadFailure, endReason, startFailure } from './why-ended.ts';

const ended = { code: 1, signal: null, stderr: '', namespacesRestricted: false };

describe('why Electron ended', () => {
  it.each([
    { ...ended, code: 0 },
    { ...ended, code: null, signal: 'SIGINT' as const },
    { ...ended, code: null, signal: 'SIGTERM' as const },
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
  ['EACCES', /may not be executed/u],
  ['EMFILE', /spawn electron EMFILE\)$/u],
])('why a runtime that is there does not start is known from %s', (code, words) => {
  const error = Object.assign(new Error(`spawn electron ${code}`), { code });
  expect(startFailure(error)).toEqual({ words: expect.stringMatching(words), browserInstead: true });
});
