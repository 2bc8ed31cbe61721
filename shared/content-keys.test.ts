import { expect, it } from 'vitest';
import { contentKeys } from './content-keys.ts';

it('keys equal items apart, and every item alike in whatever order the others stand', () => {
  const [one, other] = [{ flight: 'VS 4' }, { flight: 'BA 178' }];
  const keys = contentKeys([one, other, one]);
  expect(new Set(keys).size).toBe(3);
  expect(contentKeys([other, one, one]).toSorted()).toEqual(keys.toSorted());
});
