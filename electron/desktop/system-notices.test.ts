import { EventEmitter } from 'node:events';
import type { Notification } from 'electron';
import { expect, it } from 'vitest';
import { systemNotices } from './system-notices.ts';

function shownOn(platform: NodeJS.Platform, body: string): string {
  const shown: { title: string; body: string }[] = [];
  class Shown {
    constructor(options: { title: string; body: string }) {
      shown.push(options);
    }
    static isSupported() {
      return true;
    }
    static handleActivation() {}
    on() {}
    show() {}
  }
  const notify = systemNotices(Shown as unknown as typeof Notification, () => {}, platform);
  notify({ noticeId: '1', to: '/results', title: 'Award space you calls for', body }, () => {});
  return shown[0]?.body ?? '';
}

it('is text on Linux too, where the body of a notification is markup that may link to anything', () => {
  const body = 'JFK to LHR\n<a href="https://evil.example">Look & see</a>, 70,000 miles';
  expect(shownOn('linux', body)).toBe(
    'JFK to LHR\n&lt;a href="https://evil.example"&gt;Look &amp; see&lt;/a&gt;, 70,000 miles',
  );
  for (const platform of ['darwin', 'win32'] as const) expect(shownOn(platform, body)).toBe(body);
});

it('is read from left to right beside a name that is not', () => {
  expect(shownOn('linux', 'תל אביב 2 seats')).toBe('\u200eתל אביב\u200e 2 seats');
});

it('is visible characters, in bounded lines', () => {
  expect(shownOn('win32', `a\u202eb\u0007\u2028c\n${'x'.repeat(5_000)}\n${'y\n'.repeat(500)}`)).toMatch(
    /^a b c\nx+…x+(?:\ny){1,8}$/u,
  );
});

/** A system that answers `isSupported`, and whose notices end in `event`. */
function systemThat(isSupported: boolean, event?: 'click' | 'failed') {
  const calls: string[] = [];
  let activate: (() => void) | undefined;
  class Shown extends EventEmitter {
    static isSupported() {
      calls.push('isSupported');
      return isSupported;
    }
    static handleActivation(activated: () => void) {
      activate = activated;
    }
    show() {
      calls.push('show');
      if (event !== undefined) this.emit(event);
    }
  }
  const led: string[] = [];
  const inPage: string[] = [];
  const notify = systemNotices(Shown as unknown as typeof Notification, (path) => led.push(path), 'win32');
  return {
    calls,
    led,
    inPage,
    show: (noticeId: string) =>
      notify({ noticeId, to: `/results?${noticeId}`, title: 'a', body: 'b' }, () => inPage.push(noticeId)),
    activate: () => activate?.(),
  };
}

it('asks the system nothing before the first notice', () => {
  const { calls, show } = systemThat(true);
  expect(calls).toEqual([]);
  show('1');
  expect(calls).toEqual(['isSupported', 'show']);
});

it('shows in the page what the system does not support, and what failed there', () => {
  for (const system of [systemThat(false), systemThat(true, 'failed')]) {
    system.show('1');
    expect(system.inPage).toEqual(['1']);
  }
  const shown = systemThat(true, 'click');
  shown.show('1');
  expect([shown.inPage, shown.led]).toEqual([[], ['/results?1']]);
});

it('leads to what was found where the click is on a notice of an earlier start', () => {
  const { activate, led, show } = systemThat(true);
  activate();
  expect(led).toEqual(['/watchlist']);
  // A notice of this start leads to its own subject.
  show('1');
  activate();
  expect(led).toEqual(['/watchlist']);
});
