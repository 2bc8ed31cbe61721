import { expect, it } from 'vitest';
import type { Crossing } from '#shared/contract/failure.ts';
import { deferredAnswers } from './deferred-answers.ts';

const crossing = (value: unknown): Crossing<unknown> => ({ ok: true, value });

it('an answer that is there in time is given at once', async () => {
  expect(await deferredAnswers(1_000).soon(Promise.resolve(crossing(1)))).toEqual({ now: crossing(1) });
});

it('an answer that takes long is fetched under its id, once', async () => {
  const slow = deferredAnswers(5);
  let answer = (_: Crossing<unknown>): void => undefined;
  const promised = await slow.soon(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  if (!('later' in promised)) throw new Error('It should have been left for later.');
  expect(slow.again(promised.later)).toEqual(promised);
  answer(crossing('done'));
  await Promise.resolve();
  expect(slow.again(promised.later)).toEqual({ now: crossing('done') });
  expect(slow.again(promised.later)).toBeUndefined();
  expect(slow.again('another')).toBeUndefined();
});
