import type { Notification } from 'electron';
import { expect, it } from 'vitest';
import { systemNotices } from './system-notices.ts';

function shownOn(platform: NodeJS.Platform, body: string): string {
  const shown: { title: string; body: string }[] = [];
  class Shown {
    constructor(options: { title: string; body: string }) {
      shown.push(options);
    }
    on() {}
    show() {}
  }
  const notify = systemNotices(Shown as unknown as typeof Notification, () => {}, platform);
  notify({ noticeId: '1', to: '/results', title: 'Award space you asked for', body });
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
