import MiniSearch from 'minisearch';
import { ownEntry } from '#shared/own-entry.ts';

/** An indexed entry: its words by field, and its weight. */
export type IndexEntry = {
  code: string;
  name: string;
  city: string;
  country: string;
  /** Further names and codes. */
  other: string;
  /** Multiplies the score: big airports and cities before small ones. */
  weight: number;
};

const FIELDS = ['code', 'name', 'city', 'country', 'other'] as const;
const BOOST = { code: 4, city: 3, name: 2, other: 1.2, country: 0.6 };

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
};

/** How words of names are written short. */
const SHORT: Readonly<Record<string, string>> = { ft: 'fort', mt: 'mount', st: 'saint' };

/** Normalises a word: lower case, without accents, written in full. */
const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđßæœıþ]/g, (letter) => ownEntry(PLAIN, letter) ?? letter)
    .replace(/\b(?:ft|mt|st)\b/g, (short) => ownEntry(SHORT, short) ?? short);

/** Stop words: in nearly every name of an airport or airline. */
const EMPTY_WORDS = new Set(['airport', 'airports', 'international', 'intl', 'the', 'of', 'all']);

/** Words that many names have beside their own: one that shares no other is not like what was typed. */
const COMMON_WORDS = new Set(
  'air airline airlines airway airways aviation lines city island islands isle mount mountain mountains valley canyon falls lake river bay beach coast cape national park desert طيران الطيران للطيران خطوط الخطوط الجوية авиалинии'.split(
    ' ',
  ),
);

/** Normalises a full name: its words without stop words, in order. */
export const comparableName = (name: string): string =>
  plainWord(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !EMPTY_WORDS.has(word))
    .join(' ');

/** A comparable name without its spaces: `La Guardia` is LaGuardia. */
export const squashed = (plain: string): string => plain.replaceAll(' ', '');

/** Scripts of which one sign is a word or a syllable. */
const BIG_SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Allowed typing errors: none up to three letters, one up to five, two beyond; swapped letters count as two. */
const typingErrors = (word: string): number =>
  word.length < 4 || BIG_SIGNS.test(word) ? 0 : word.length < 6 ? 1 : 2;

/** With fewer exact hits than this, similar words are suggested too. */
const FEW = 5;

/** A word as the index has it; null for one that tells nothing apart. */
function indexed(term: string): string | null {
  const word = plainWord(term);
  return EMPTY_WORDS.has(word) ? null : word;
}

export type IndexHit = {
  /** The entry's index in the list. */
  place: number;
  /** Whether it contains every word as typed, the last of them as the beginning of one. */
  asTyped: boolean;
};

/**
 * Finds entries by word prefixes, the best first: those with every word as typed; if these are few, also with typing
 * errors; and if there are none, those with any of the words as it is written.
 */
export function createWordIndex(entries: readonly IndexEntry[]): (text: string) => IndexHit[] {
  const index = new MiniSearch<IndexEntry & { id: number }>({
    fields: [...FIELDS],
    processTerm: indexed,
    searchOptions: {
      boost: BOOST,
      prefix: true,
      weights: { fuzzy: 0.3, prefix: 0.6 },
      boostDocument: (id: number) => entries[id]?.weight ?? 1,
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  const places = (text: string, combineWith: 'AND' | 'OR', forgiving: boolean): number[] =>
    index
      .search(text, {
        combineWith,
        fuzzy: forgiving && combineWith === 'AND' ? typingErrors : false,
        processTerm: (term) =>
          combineWith === 'OR' && COMMON_WORDS.has(plainWord(term)) ? null : indexed(term),
        // Only the last word may be unfinished: Blue Air is no Bluebird Airways.
        prefix: (_word, place, words) => forgiving || place === words.length - 1,
      })
      .map((result) => Number(result.id));
  return (text) => {
    const asTyped = new Set(places(text, 'AND', false));
    const alike = asTyped.size >= FEW ? [] : places(text, 'AND', true);
    const found = new Set([...asTyped, ...alike]);
    return [...(found.size > 0 ? found : places(text, 'OR', true))].map((place) => ({
      place,
      asTyped: asTyped.has(place),
    }));
  };
}
