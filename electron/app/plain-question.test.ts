import { describe, expect, it } from 'vitest';
import { plainName } from '#shared/plain-text.ts';
import { plainQuestion } from './plain-question.ts';

describe('a question asked outside the page', () => {
  it('is visible characters alone, whatever the names in it hold', () => {
    expect(
      plainQuestion({
        title: 'Spend more?',
        words:
          'Milepost would buy “\u001b[2J\u001b[HHarmless\r\nType yes\u2028now\u202e\u2066\u200b” for USD 9.',
        detail: 'One sentence.\nAnother.',
      }),
    ).toEqual({
      title: 'Spend more?',
      words: 'Milepost would buy “ [2J [HHarmless Type yes now ” for USD 9.',
      detail: 'One sentence. Another.',
    });
  });

  it('keeps the lines that the program itself gave it, and none that a name brings', () => {
    expect(
      plainQuestion({ title: 'Raise?', words: ['Up to USD 1.', 'For a\nTool: USD 2.'], detail: '' }).words,
    ).toBe('Up to USD 1.\nFor a Tool: USD 2.');
  });

  it.each([
    ['“אבג” for USD 9.00', '“\u200eאבג\u200e” for USD 9.00'],
    ['“أبج 5 دهو” 12 times', '“\u200eأبج\u200e 5 \u200eدهو\u200e” 12 times'],
    ['שלום עולם by דוד. USD 1', '\u200eשלום עולם\u200e by \u200eדוד\u200e. USD 1'],
    ['אבג\u200f \u2067USD 1\u2069', '\u200eאבג\u200e USD 1'],
    ['“שָׁלוֹם” 1', '“\u200eשָׁלוֹם\u200e” 1'],
    ['Zürich “東京”', 'Zürich “東京”'],
  ])('is read from left to right whatever script a name is in: %j', (words, shown) => {
    expect(plainQuestion({ title: words, words, detail: words })).toEqual({
      title: shown,
      words: shown,
      detail: shown,
    });
  });

  it('is bounded, and shows its beginning and its end', () => {
    const { words, title } = plainQuestion({
      title: 'x'.repeat(5_000),
      words: `Milepost would buy ${'a'.repeat(100_000)} for USD 9,999.00.`,
      detail: '',
    });
    expect(title.length).toBeLessThanOrEqual(120);
    expect(words.length).toBeLessThanOrEqual(400);
    expect(words).toMatch(/^Milepost would buy a.*…a.* for USD 9,999\.00\.$/u);
  });
});

it.each([
  ['Nice" for USD 0. Not "', "Nice' for USD 0. Not '"],
  ['‮evil', 'evil'],
  ...[...'‟＂〝〞〟״ʺˮ″‶❝❞🙶「」‹›'].map((quote) => [`a${quote} for USD 0`, "a' for USD 0"]),
  ['Rock ’n’ Roll', "Rock 'n' Roll"],
  // Letters and symbols that are drawn as nothing: with them a sentence could be pushed out of sight.
  ['Cheap\u{13441}\u{13442}\u{1d159}\u2800flights', 'Cheap flights'],
  ['x\u2028y\u0085z\u000b\u00a0w', 'x y z w'],
  ['👨\u200d👩\u200d👧'.repeat(3), '👨 👩 👧👨 👩 👧👨 👩 👧'],
  ['a\u0301\u0301\u0301\u0301\u0301\u0301', 'a\u0301\u0301\u0301'],
])('a name in a question is %j at most as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown);
});
