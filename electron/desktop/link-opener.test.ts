import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { PlainQuestion } from '../app/plain-question.ts';
import { AFTER_A_CLICK_MS, linkOpener, userGestures } from './link-opener.ts';

function opener(answer = true, isAssisted = false) {
  let now = 1_000_000;
  const contents = new EventEmitter();
  const gestures = userGestures(() => now);
  gestures.watch(contents as never);
  const requested: PlainQuestion[] = [];
  const opened: string[] = [];
  const open = linkOpener({
    gestures,
    isAssisted: () => isAssisted,
    confirm: async (question) => {
      requested.push(question);
      return answer;
    },
    open: async (url) => void opened.push(url),
  });
  return {
    open: (url: string) => open(url, AFTER_A_CLICK_MS),
    gestures,
    click: () => {
      for (const type of ['mouseDown', 'mouseUp']) contents.emit('input-event', {}, { type, button: 'left' });
    },
    input: (type: string, modifiers?: string[], more?: { key?: string; button?: string }) =>
      contents.emit('input-event', {}, { type, modifiers, ...more }),
    later: (ms: number) => {
      now += ms;
    },
    requested,
    opened,
  };
}

describe('what the user does by hand', () => {
  it('counts once, however long a key is held', () => {
    const { gestures, input, later } = opener();
    input('rawKeyDown', []);
    expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
    for (let time = 0; time < 30; time += 1) {
      later(33);
      input('rawKeyDown', ['isAutoRepeat']);
      input('keyDown', ['isautorepeat', 'shift']);
      expect(gestures.take(AFTER_A_CLICK_MS)).toBe(false);
    }
    later(33);
    input('rawKeyDown', ['shift']);
    expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
  });

  it('counts once from its press to its release, whenever it is taken between them', () => {
    for (const [press, ...releases] of [
      ['mouseDown', 'mouseUp'],
      ['touchStart', 'touchEnd', 'gestureTap'],
    ]) {
      const { gestures, input, later } = opener();
      input(press ?? '');
      expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
      for (const release of releases) {
        input(release);
        expect(gestures.take(AFTER_A_CLICK_MS)).toBe(false);
      }
      input(press ?? '');
      later(AFTER_A_CLICK_MS + 1);
      expect(gestures.take(AFTER_A_CLICK_MS)).toBe(false);
      for (const release of releases) input(release);
      expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
    }
  });

  it.each(['mouseMove', 'mouseWheel', 'gestureScrollUpdate', 'keyUp', 'char', 'touchMove', 'contextMenu'])(
    'is no %s',
    (type) => {
      const { gestures, input } = opener();
      input(type);
      expect(gestures.take(AFTER_A_CLICK_MS)).toBe(false);
    },
  );

  it.each([
    // What takes a dialog away, and what is held down before another key.
    ['rawKeyDown', { key: 'Escape' }],
    ['keyDown', { key: 'Escape' }],
    ['rawKeyDown', { key: 'Shift' }],
    ['rawKeyDown', { key: 'Control' }],
    ['rawKeyDown', { key: 'Alt' }],
    ['rawKeyDown', { key: 'AltGraph' }],
    ['rawKeyDown', { key: 'Meta' }],
    ['rawKeyDown', { key: 'CapsLock' }],
    // What asks for a menu, and what goes back.
    ['mouseDown', { button: 'right' }],
    ['mouseUp', { button: 'right' }],
    ['mouseUp', { button: 'back' }],
    ['mouseDown', { button: 'forward' }],
  ])('is no %s of %j', (type, more) => {
    const { gestures, input } = opener();
    input(type, [], more);
    expect(gestures.take(AFTER_A_CLICK_MS)).toBe(false);
  });

  it.each([
    ['rawKeyDown', { key: 'Enter' }],
    ['rawKeyDown', { key: ' ' }],
    ['mouseDown', { button: 'left' }],
    ['mouseDown', { button: 'middle' }],
    ['touchStart', {}],
  ])('is a %s of %j', (type, more) => {
    const { gestures, input } = opener();
    input(type, [], more);
    expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
  });
});

describe('a link to the browser', () => {
  it('is not even asked about before the user did something', async () => {
    const { open, requested, opened, input } = opener();
    input('mouseMove');
    expect(await open('https://market.example/')).toBe(false);
    expect([requested, opened]).toEqual([[], []]);
  });

  it('is asked about without a gesture where assistive technology is in use', async () => {
    const { open, requested, opened } = opener(true, true);
    expect(await open('https://market.example/')).toBe(true);
    expect([requested.length, opened.length]).toEqual([1, 1]);
    const refused = opener(false, true);
    expect(await refused.open('https://market.example/')).toBe(false);
    expect(refused.opened).toEqual([]);
  });

  it('is opened once the user has seen its whole address and allowed it', async () => {
    const { open, requested, opened, click } = opener();
    click();
    const address = `https://market.example/${'path/'.repeat(40)}?q=1`;
    expect(await open(address)).toBe(true);
    expect(requested[0]?.words.replaceAll('\n', '')).toBe(address);
    expect(requested[0]?.title).toContain('market.example');
    expect(opened).toEqual([address]);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'smb://evil.example/share',
    'not one',
  ])('is no %s, which the system would give to another program', async (url) => {
    const { open, requested, opened, click } = opener();
    click();
    expect(await open(url)).toBe(false);
    expect([requested, opened]).toEqual([[], []]);
  });

  it('is asked about once for each act, whichever act was used for something else before', async () => {
    const { open, requested, opened, click, gestures } = opener();
    click();
    expect(await Promise.all([1, 2, 3].map((each) => open(`https://market.example/${each}`)))).toEqual([
      true,
      false,
      false,
    ]);
    click();
    expect(gestures.take(AFTER_A_CLICK_MS)).toBe(true);
    expect(await open('https://market.example/4')).toBe(false);
    expect([requested.length, opened]).toEqual([1, ['https://market.example/1']]);
  });

  it('that is not opened uses up no act', async () => {
    const { open, click } = opener();
    click();
    expect(await open('file:///etc/passwd')).toBe(false);
    expect(await open(`https://market.example/${'x'.repeat(2_000)}`)).toBe(false);
    expect(await open('https://market.example/')).toBe(true);
  });

  it('names the host that it leads to, and not the name that stands before it', async () => {
    const { open, requested, click } = opener();
    click();
    await open('https://market.example@evil.example/');
    expect(requested[0]?.title ?? 'not asked').not.toContain('market.example@');
    click();
    await open('https://m\u0430rket.example/');
    expect(requested.at(-1)?.title).toContain('xn--');
  });

  it('stays closed where the user says no, where the click is long ago, and where it cannot be shown whole', async () => {
    const no = opener(false);
    no.input('keyDown');
    expect(await no.open('https://market.example/')).toBe(false);
    expect(no.opened).toEqual([]);
    const late = opener();
    late.input('mouseDown');
    late.later(AFTER_A_CLICK_MS + 1);
    expect(await late.open('https://market.example/')).toBe(false);
    const long = opener();
    long.input('mouseDown');
    expect(await long.open(`https://market.example/${'x'.repeat(2_000)}`)).toBe(false);
    expect([late.requested, long.requested]).toEqual([[], []]);
  });
});
