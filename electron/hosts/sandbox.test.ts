import { describe, expect, it } from 'vitest';
import { whyNoSandbox } from './sandbox.ts';

const of = (given: string[], more: Partial<Parameters<typeof whyNoSandbox>[0]> = {}) =>
  whyNoSandbox({
    hasSwitch: (name) => given.includes(name),
    env: {},
    user: 1000,
    restricted: false,
    ...more,
  });

describe('a start without a sandbox', () => {
  it('is none where nothing takes it away, whatever the system is like', () => {
    expect(of([], { restricted: true, env: { APPIMAGE: '/m.AppImage' }, user: 0 })).toBeNull();
    expect(of(['enable-logging', 'sandbox'])).toBeNull();
  });

  it.each([
    'no-sandbox',
    'single-process',
    'no-zygote',
    'no-zygote-sandbox',
    'disable-namespace-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-gpu-sandbox',
    'no-sandbox-and-elevated',
  ])('is named by the switch that asks for it: --%s', (name) => {
    expect(of(['enable-logging', name])).toContain(`--${name}`);
  });

  it.each([
    ['the variable of Electron', { env: { ELECTRON_DISABLE_SANDBOX: '1' } }, /without it\.$/u],
    ['the user root', { user: 0 }, /as yourself/u],
    ['a system that restricts namespaces', { restricted: true }, /Install the deb.*sysctl/u],
    ['an AppImage', { env: { APPIMAGE: '/m.AppImage' } }, /userns_clone=1/u],
    ['nothing but the switch', {}, /Start it without\.$/u],
  ])('says its true reason and what to do: %s', (_what, more, words) => {
    expect(of(['no-sandbox'], more)).toMatch(words);
  });
});
