import {
  awardSearchProvider,
  isOtherCapability,
  isOtherVersion,
  isVersion,
  versionInName,
} from '#shared/award-search/capability.ts';
import type { Tool, ToolDetail } from '#shared/contract/catalogue.ts';
import { formatAmount } from '#shared/money.ts';
import { wordsOf } from '../../marketplace/answers/fold.ts';
import { amount } from '../../marketplace/answers/money.ts';
import {
  firstItems,
  instant,
  kindOf,
  label,
  member,
  membersOf,
  otherMembers,
  text,
  texts,
} from '../../marketplace/answers/reading.ts';
import { bounded } from '../../marketplace/outside/bounded.ts';

const CANDIDATE = [
  'toolRef',
  'capabilityId',
  'title',
  'description',
  'provider',
  'priceLabel',
  'displayPrice',
  'healthStatus',
  'listingTier',
  'lastCheckedAt',
  'lastHealthyAt',
];
const DETAIL = [
  'toolVersion',
  'inputJsonSchema',
  'outputJsonSchema',
  'materialTerms',
  'dataUse',
  'effects',
  'authentication',
  'payment',
];

/** Members that a list shows a Tool by. */
const TITLES = ['title', 'displayName', 'name'];

/** A resource of JSON:API (`{type, id, attributes}`) as one record. */
function flat(value: unknown): unknown {
  const attributes = label(member(value, 'id')) === null ? null : membersOf(member(value, 'attributes'));
  return attributes === null ? value : { ...attributes, ...membersOf(value) };
}

/** The reference of a Tool: under one of its own names, or the mere ID of a record that has a title. */
export const toolRefIn = (sent: unknown): string | null => {
  const value = flat(sent);
  return (
    text(member(value, 'toolRef')) ??
    (label(member(value, ...TITLES)) === null ? null : label(member(value, 'id', 'ref')))
  );
};

/** Reads a Tool of a list; null without a reference, since it could not be requested. */
export function readTool(sent: unknown, known: readonly string[] = CANDIDATE): Tool | null {
  const value = flat(sent);
  const toolRef = toolRefIn(value);
  if (toolRef === null) return null;
  const provider = member(value, 'provider');
  const displayPrice = amount(member(value, 'displayPrice', 'price'));
  // A price that is stated and cannot be read is shown and judged as it came.
  const isUnread = displayPrice === null && kindOf(member(value, 'displayPrice'))?.folded !== 'unavailable';
  return {
    toolRef,
    capabilityId: readCapability(value),
    title: label(member(value, ...TITLES)) ?? toolRef,
    description: label(member(value, 'description', 'summary')) ?? '',
    provider: {
      name: text(provider) ?? text(member(provider, 'name', 'displayName', 'title')),
      slug: text(member(provider, 'slug')),
    },
    priceLabel: label(member(value, 'priceLabel')),
    displayPrice,
    healthStatus: text(member(value, 'healthStatus')),
    listingTier: text(member(value, 'listingTier')),
    lastCheckedAt: instant(member(value, 'lastCheckedAt')),
    lastHealthyAt: instant(member(value, 'lastHealthyAt')),
    more: otherMembers(value, isUnread ? known.filter((name) => name !== 'displayPrice') : known),
  };
}

/** Members that may hold the capability's name (§1.7: operation ID and name). */
const NAMED = [
  'capabilityId',
  'operationId',
  'capabilityName',
  'capabilityNameAndVersion',
  'capability',
  'operation',
  'operationRef',
  'capabilityRef',
  'name',
  'id',
  'toolRef',
];
/** Records within a Tool that may hold members of §1.7. */
const RECORDS = [
  'capability',
  'capabilityRef',
  'operation',
  'operationRef',
  'listing',
  'offering',
  'binding',
  'facts',
  'metadata',
];

const namesIn = (one: unknown): string[] =>
  [one, ...NAMED.map((name) => member(one, name))].filter((name) => typeof name === 'string');

const isAwardName = (name: string): boolean => awardSearchProvider(name) !== undefined;
const awardNameIn = (one: unknown): string | undefined => namesIn(one).find(isAwardName);

/** The award search among a Tool's capabilities, if it is the only one. */
function listedAwardSearch(value: unknown): unknown {
  const searches = ['capabilities', 'operations']
    .flatMap((name) => firstItems(member(value, name)))
    .filter((one) => awardNameIn(one) !== undefined);
  return new Set(searches.map(awardNameIn)).size === 1 ? searches[0] : undefined;
}

/** Records that may name the Tool's capability: the Tool, records in it, and its terms by label. */
const recordsOf = (value: unknown): unknown[] => [
  value,
  ...RECORDS.map((name) => member(value, name)),
  Object.fromEntries(readTerms(member(value, 'materialTerms')).map((term) => [term.label, term.value])),
];

/**
 * The capability's name: the award search wherever it is named, else the Tool's own ID. A Tool that also names another
 * capability, or the search of two providers, is not recognised as the search.
 */
function readCapability(value: unknown): string | null {
  const names = recordsOf(value).flatMap(namesIn);
  const search = names.find(isAwardName) ?? awardNameIn(listedAwardSearch(value));
  if (search === undefined) return text(member(value, 'capabilityId'));
  const providers = new Set(
    names.filter(isAwardName).map((name) => awardSearchProvider(name)?.toLowerCase()),
  );
  const other = names.find(isOtherCapability) ?? null;
  return other === null && providers.size < 2 ? search : other;
}

/** Parts of a record that are searched for the name of the award search. */
const MAX_PARTS = 2_000;

/** Whether a record names the award search anywhere, even as another Tool's, or is too large to be searched. */
export function mentionsAwardSearch(record: unknown): boolean {
  const left = [record];
  for (let visited = 0; left.length > 0 && visited < MAX_PARTS; visited++) {
    const part = left.pop();
    if (typeof part === 'string' && isAwardName(part)) return true;
    if (typeof part === 'object' && part !== null) left.push(...Object.values(part).slice(0, MAX_PARTS));
  }
  return left.length > 0;
}

/** Reads a Tool with the details of its page. */
export function readToolDetail(sent: unknown): ToolDetail | null {
  const value = flat(sent);
  const tool = readTool(value, [...CANDIDATE, ...DETAIL]);
  if (tool === null) return null;
  const materialTerms = readTerms(member(value, 'materialTerms'));
  return {
    ...tool,
    version: readVersion(value, materialTerms),
    inputJsonSchema: withinBounds(member(value, 'inputJsonSchema', 'inputSchema')),
    outputJsonSchema: withinBounds(member(value, 'outputJsonSchema', 'outputSchema')),
    materialTerms,
    dataUse: firstItems(member(value, 'dataUse')).map((use) => ({
      inputPointer: label(member(use, 'inputPointer')) ?? '',
      classification: label(member(use, 'classification')) ?? '',
      phase: label(member(use, 'phase')) ?? '',
      recipient: label(member(use, 'recipient')) ?? '',
      purposes: texts(member(use, 'purposes')),
    })),
    effects: firstItems(member(value, 'effects')).map((effect) => ({
      class: label(member(effect, 'class')) ?? '',
      authority: label(member(effect, 'authority')) ?? '',
      reversibility: label(member(effect, 'reversibility')) ?? '',
    })),
    authentication:
      text(member(value, 'authentication')) ?? text(member(member(value, 'authentication'), 'kind')),
    payment: recordOf(member(value, 'payment')),
  };
}

/** A schema within the reader's bounds, so that the page can draw it. */
const withinBounds = (schema: unknown): unknown =>
  schema === undefined || schema === null || bounded(schema)
    ? (schema ?? null)
    : { description: 'This description is larger than Milepost reads.' };

type Term = { label: string; value: string };

/** Reads terms from a list, or from a record keyed by label. */
function readTerms(value: unknown): Term[] {
  const terms = membersOf(value) === null ? firstItems(value) : Object.entries(membersOf(value) ?? {});
  return terms.slice(0, MAX_TERMS).flatMap((term) => {
    const [named, known] = Array.isArray(term)
      ? term
      : [label(member(term, 'label', 'name', 'title')), member(term, 'value', 'text')];
    if (typeof named !== 'string') return [];
    const exact = amount(known);
    return [{ label: named, value: label(known) ?? (exact === null ? '' : formatAmount(exact)) }];
  });
}

const MAX_TERMS = 1_000;

/** The Tool's version, from its own member or a material term; null if unknown. */
function readVersion(value: unknown, terms: readonly Term[]): string | null {
  const records = recordsOf(value);
  // The capability's own version defines the output (§1.7); the Tool's may not be comparable.
  const ofCapability = [
    ...records.map((one) => versionOf(member(one, 'capabilityVersion'))),
    ...[
      member(value, 'capability'),
      member(value, 'capabilityRef'),
      listedAwardSearch(value),
      ...records.slice(1, -1).filter((one) => awardNameIn(one) !== undefined),
    ].map((one) => versionOf(member(one, 'version', 'capabilityVersion'))),
    ...records.flatMap(namesIn).map((name) => versionInName(name) ?? null),
  ].filter((one) => one !== null);
  const known = [
    // Of two versions, the unknown one counts.
    ...ofCapability.filter(isOtherVersion),
    ...ofCapability,
    ...[versionOf(member(value, 'version')), versionOf(member(value, 'toolVersion'))].filter(
      (one) => one !== null,
    ),
  ];
  const own = known.find(isVersion);
  if (own !== undefined) return own;
  const term = terms.find((one) => {
    const words = wordsOf(one.label);
    return words.at(-1) === 'version' && words.length <= 2;
  });
  return term === undefined || term.value === '' ? (known[0] ?? null) : term.value;
}

/** A version as text, also from a record of its parts. */
const versionOf = (value: unknown): string | null =>
  label(value) ?? label(member(value, 'major', 'number', 'version', 'value'));

const recordOf = (value: unknown): Record<string, unknown> | null => {
  const members = membersOf(value);
  return members === null ? null : { ...members };
};
