import { describe, expect, it } from 'vitest';
import { readKeyText } from './key-text.ts';

describe('text that may be an access key', () => {
  it('is taken without the blanks around it', () => {
    expect(readKeyText('  aek_live_1\r\n')).toEqual({ ok: true, key: 'aek_live_1' });
  });

  it.each([
    ['nothing at all', ''],
    ['only blanks', ' \n\t '],
    ['two lines', 'first\nsecond'],
    ['a space inside', 'Bearer aek_live_1'],
    ['an accent', 'aek_é'],
    ['an invisible character', 'aek\u200bkey'],
    ['more than can be a key', 'k'.repeat(4_097)],
    ['megabytes', 'k'.repeat(3_000_000)],
  ])('is refused where it is %s, in words that do not repeat it', (_, text) => {
    const read = readKeyText(text);
    expect(read.ok).toBe(false);
    if (!read.ok && text.trim() !== '') expect(read.words).not.toContain(text.trim());
  });

  it('may be as long as the limit', () => {
    expect(readKeyText('k'.repeat(4_096)).ok).toBe(true);
  });
});
