import { ownEntry } from './own-entry.ts';

/** Letters that Unicode decomposition does not split. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
};

/** A text normalised for comparing names: lower case, without accents, one space between words and before the first. */
export function foldedName(text: string): string {
  const lowered = text.toLowerCase();
  const plain = /^[\x20-\x7e]*$/u.test(lowered)
    ? lowered
    : lowered
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[øłđßæœıþð]/gu, (letter) => ownEntry(PLAIN, letter) ?? letter);
  return ` ${plain
    .replace(/[’'ʻ`]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}
