import { expect, it } from 'vitest';
import { ownEntry } from './own-entry.ts';

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'has no inherited entry named %s',
  (name) => {
    expect(ownEntry({ known: 'here' }, name)).toBeUndefined();
  },
);

it('has its own entries, even with such a name', () => {
  expect(ownEntry({ known: 'here' }, 'known')).toBe('here');
  expect(ownEntry({ ['__proto__']: 'here' }, '__proto__')).toBe('here');
});
