import MiniSearch from 'minisearch';
import { ownEntry } from '#shared/own-entry.ts';

/** Something that can be suggested: its words by field, and how well known it is. */
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

/** Letters that decomposition leaves whole. */
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

/** A word as it is compared: lower case, without accents. */
const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđßæœıþ]/g, (letter) => ownEntry(PLAIN, letter) ?? letter);

/** Words that nearly every airport or airline bears: they would find everything and tell nothing apart. */
const EMPTY_WORDS = new Set(['airport', 'airports', 'international', 'intl', 'the', 'of', 'all']);

/** A name as it is compared whole: its distinguishing words, in order. */
export const comparableName = (name: string): string =>
  plainWord(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !EMPTY_WORDS.has(word))
    .join(' ');

/** Three letters and fewer must be right, up to five may have one wrong, more may have two: letters swapped are two. */
const typingErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/** With fewer than this found as typed, what resembles it is offered as well. */
const FEW = 5;

export type IndexHit = {
  /** The entry's place in the list. */
  place: number;
  /** Whether it bears every word as typed. */
  asTyped: boolean;
};

/**
 * Finds entries by the beginnings of their words: those that bear every word as typed; where these are few, those
 * that bear them with typing errors; and where there are none at all, those that bear any of them. The best first.
 */
export function createWordIndex(entries: readonly IndexEntry[]): (text: string) => IndexHit[] {
  const index = new MiniSearch<IndexEntry & { id: number }>({
    fields: [...FIELDS],
    processTerm: (term) => {
      const word = plainWord(term);
      return EMPTY_WORDS.has(word) ? null : word;
    },
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
      .search(text, { combineWith, fuzzy: forgiving ? typingErrors : false })
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
