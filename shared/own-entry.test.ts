import { expect, it } from 'vitest';
import { ownEntry } from './own-entry.ts';

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('has no entry of the name %s', (name) => {
  expect(ownEntry({ known: 'here' }, name)).toBeUndefined();
});

it('has the entries of its own, also of such a name', () => {
  expect(ownEntry({ known: 'here' }, 'known')).toBe('here');
  expect(ownEntry({ ['__proto__']: 'here' }, '__proto__')).toBe('here');
});
