import { ownEntry } from '#shared/own-entry.ts';
import type { AnswerField } from './vocabulary.ts';

/** Names from the root of an answer, or of a record in it, to a value. */
export type Path = readonly string[];

/** How a declared amount is written: as units with an exponent, or as a decimal text whose currency is at a path. */
export type AmountForm =
  | { units: string; exponent: string; currency: string }
  | { decimal: Path; currency: Path };

/** Where a field is, from the root of the answer or of its item, and how it is read. */
export type FieldMap = {
  at: Path;
  type: AnswerField['type'];
  needed?: boolean;
  /** Whether the user says that it is here. */
  chosen?: boolean;
  amount?: AmountForm;
  /** Of a record or of the items of a list. */
  of?: RecordMap;
  /** Of a result. */
  result?: AnswerMap;
};
export type RecordMap = {
  /** Whether names are compared without case and separators: where nothing was declared. */
  folded: boolean;
  fields: Readonly<Record<string, FieldMap>>;
};

/** One declared kind of answer. */
export type VariantMap = {
  kind: string;
  /** The declared discriminator and its values that mean this kind; null where the needed fields tell. */
  when: { at: Path; values: readonly string[] } | null;
  /** Discriminators that go before it, and of which one that says anything means another kind. */
  unlessSaid: readonly Path[];
  /** The record that holds most of its fields. */
  base: Path;
  fields: Readonly<Record<string, FieldMap>>;
  /** The objects around and beside its fields, with the names that are fields or have one declared value. */
  beside: readonly { at: Path; known: readonly string[] }[];
};

/** Where an operation's declared answers hold each field of a role. */
export type AnswerMap = {
  /** `observed`: the operation declares no answer, and has the shape seen live. */
  by: 'declared' | 'observed' | 'hand';
  folded: boolean;
  /** The wrapper of an answer of which nothing else is declared; empty if there is none. */
  within: Path;
  /** Of a list: the request's own name of what asks for the next page; null if it has none, absent if not known. */
  cursor?: string | null;
  variants: readonly VariantMap[];
};

/**
 * What the declared answers of an operation give for a role, or the needed fields that they lack, with those found.
 * `byHand`: whether the user may say where those are; not of one that is declared in a form that is not read.
 */
export type MappedAnswer =
  | { ok: true; map: AnswerMap }
  | { ok: false; why: string; byHand: boolean; found: Readonly<Record<string, FieldMap>> };

/**
 * Where the user says that an answer holds fields, as pointers (RFC 6901) from its root: `price`, and `price.currency` and
 * `price.exponent` where an amount is written in parts; `items.toolRef` from the root of an item.
 */
export type AnswerChoices = Readonly<Record<string, string>>;

/** A path as a pointer. */
export const pointerOf = (path: Path): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

const FIELD_LABELS: Readonly<Record<string, string>> = {
  toolRef: 'reference of the Tool',
  quoteRef: 'reference of the quote',
  callRef: 'reference of the Call',
  items: 'list',
  expiresAt: 'end of the quote',
  available: 'available amount',
};

/** A field in words: `price`, `end of the quote`. */
export const fieldLabel = (name: string): string =>
  ownEntry(FIELD_LABELS, name) ??
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bref\b/, 'reference');

/** The map in words, one line for each field: `price: /price (amount)`. Of several kinds, each names its own. */
export function describeMap({ variants }: AnswerMap): string[] {
  const lines = variants.flatMap(({ kind, when, fields }) => [
    ...(when === null
      ? []
      : [`${when.values.join(' or ')} in ${pointerOf(when.at)}: ${kind.replaceAll('_', ' ')}`]),
    ...Object.entries(fields).flatMap(([name, field]) => linesOf(name, field, '')),
  ]);
  return [...new Set(lines)];
}

function linesOf(name: string, { at, type, of, amount }: FieldMap, within: string): string[] {
  const pointer = `${within}${pointerOf(at)}`;
  const items = type === 'list' ? `${pointer}/…` : pointer;
  return [
    `${fieldLabel(name)}: ${pointer === '' ? 'the answer' : pointer} (${amount === undefined ? type : 'amount'})`,
    ...Object.entries(of?.fields ?? {}).flatMap(([inner, field]) => linesOf(inner, field, items)),
  ];
}
