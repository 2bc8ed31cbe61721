import { describe, expect, it } from 'vitest';
import { endReason } from './why-ended.ts';

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
    ['FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', true, /AppArmor.*sysctl/u],
    ['FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', false, /unprivileged_userns_clone/u],
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
    ['[8:FATAL:sandbox/linux/services/namespace_sandbox.cc:220] Check failed', false, /user namespaces/u],
  ])('says what to allow where it can make no sandbox: %s', (stderr, namespacesRestricted, words) => {
    expect(endReason({ ...ended, signal: 'SIGTRAP', stderr, namespacesRestricted })).toEqual({
      words: expect.stringMatching(words),
      browserInstead: true,
    });
  });

  it.each([
    'electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    "electron: /lib/libc.so.6: version `GLIBC_2.34' not found (required by electron)",
    'ERROR:ozone_platform_x11.cc] Missing X server or $DISPLAY',
  ])('is what it says last where it could not work here: %s', (stderr) => {
    expect(endReason({ ...ended, code: 127, stderr: `Warning\n${stderr}\n` })).toEqual({
      words: expect.stringContaining(stderr),
      browserInstead: true,
    });
  });

  it('is a crash where a signal ended it, and opens no browser by itself', () => {
    expect(endReason({ ...ended, code: null, signal: 'SIGSEGV' })).toEqual({
      words: expect.stringContaining('by SIGSEGV'),
      browserInstead: false,
    });
  });

  it('is repeated from its last line in one bounded line, or from the one that ended it', () => {
    const words = (stderr: string) => endReason({ ...ended, code: 133, stderr })?.words ?? '';
    expect(words('a\n\u001b[31mthe last\u0007\n\n')).toContain('“[31mthe last”');
    expect(words('[8:FATAL:x.cc(1)] Check failed: y\n#0 0x1\n#1 0x2')).toContain('Check failed: y');
    expect(words('x'.repeat(100_000)).length).toBeLessThan(500);
    expect(words('')).not.toContain('“');
  });
});
