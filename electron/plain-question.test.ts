import { expect, it } from 'vitest';
import { plainQuestion } from './plain-question.ts';

it('a question asked outside the page is one line of visible characters each, whatever the names in it hold', () => {
  expect(
    plainQuestion({
      title: 'Spend more?',
      words: 'Milepost would buy "\u001b[2J\u001b[HHarmless\r\nType yes\u2028now\u202e" for USD 9.',
      detail: 'One sentence.\nAnother.',
    }),
  ).toEqual({
    title: 'Spend more?',
    words: 'Milepost would buy " [2J [HHarmless Type yes now " for USD 9.',
    detail: 'One sentence. Another.',
  });
});
