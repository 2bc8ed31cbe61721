import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { PlainQuestion } from '../app/plain-question.ts';
import { AFTER_A_CLICK_MS, linkOpener, userGestures } from './link-opener.ts';

function opener(answer = true) {
  let now = 1_000_000;
  const contents = new EventEmitter();
  const gestures = userGestures(() => now);
  gestures.watch(contents as never);
  const requested: PlainQuestion[] = [];
  const opened: string[] = [];
  const open = linkOpener({
    gestures,
    confirm: async (question) => {
      requested.push(question);
      return answer;
    },
    open: async (url) => void opened.push(url),
  });
  return {
    open: (url: string) => open(url, AFTER_A_CLICK_MS),
    input: (type: string) => contents.emit('input-event', {}, { type }),
    later: (ms: number) => {
      now += ms;
    },
    requested,
    opened,
  };
}

describe('a link to the browser', () => {
  it('is not even asked about before the user did something', async () => {
    const { open, requested, opened, input } = opener();
    input('mouseMove');
    expect(await open('https://market.example/')).toBe(false);
    expect([requested, opened]).toEqual([[], []]);
  });

  it('is opened once the user has seen its whole address and allowed it', async () => {
    const { open, requested, opened, input } = opener();
    input('mouseUp');
    const address = `https://market.example/${'path/'.repeat(40)}?q=1`;
    expect(await open(address)).toBe(true);
    expect(requested[0]?.words.replaceAll('\n', '')).toBe(address);
    expect(requested[0]?.title).toContain('market.example');
    expect(opened).toEqual([address]);
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
