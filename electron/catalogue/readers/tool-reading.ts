import type { Tool, ToolDetail } from '#shared/contract/catalogue.ts';
import type { Amount } from '#shared/money.ts';
import {
  amount,
  firstItems,
  instant,
  label,
  member,
  membersOf,
  otherMembers,
  text,
  texts,
} from '../../marketplace/reading.ts';
import { wordsOf } from '../../marketplace/words.ts';

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

/** Reads a Tool as lists show it; null where it has no reference, since nothing could be asked about it. */
export function readTool(value: unknown, known: readonly string[] = CANDIDATE): Tool | null {
  const toolRef = text(member(value, 'toolRef'));
  if (toolRef === null) return null;
  const provider = member(value, 'provider');
  return {
    toolRef,
    capabilityId: text(member(value, 'capabilityId')),
    title: label(member(value, 'title')) ?? toolRef,
    description: label(member(value, 'description')) ?? '',
    provider: {
      name: text(provider) ?? text(member(provider, 'name')),
      slug: text(member(provider, 'slug')),
    },
    priceLabel: label(member(value, 'priceLabel')),
    displayPrice: displayPrice(member(value, 'displayPrice')),
    healthStatus: text(member(value, 'healthStatus')),
    listingTier: text(member(value, 'listingTier')),
    lastCheckedAt: instant(member(value, 'lastCheckedAt')),
    lastHealthyAt: instant(member(value, 'lastHealthyAt')),
    more: otherMembers(value, known),
  };
}

/** An indicative price carries its amount inside; some give the amount itself. Indicative never means quoted. */
const displayPrice = (value: unknown): Amount | null => amount(member(value, 'amount')) ?? amount(value);

/** Reads a Tool as its page shows it. */
export function readToolDetail(value: unknown): ToolDetail | null {
  const tool = readTool(value, [...CANDIDATE, ...DETAIL]);
  if (tool === null) return null;
  const materialTerms = readTerms(member(value, 'materialTerms'));
  return {
    ...tool,
    version: readVersion(value, materialTerms),
    inputJsonSchema: member(value, 'inputJsonSchema', 'inputSchema') ?? null,
    outputJsonSchema: member(value, 'outputJsonSchema', 'outputSchema') ?? null,
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

type Term = { label: string; value: string };

const readTerms = (value: unknown): Term[] =>
  firstItems(value).flatMap((term) => {
    const named = label(member(term, 'label'));
    return named === null ? [] : [{ label: named, value: label(member(term, 'value')) ?? '' }];
  });

/** The Tool's version: its own member, else the material term that is called so; null where it is not told. */
function readVersion(value: unknown, terms: readonly Term[]): string | null {
  const own = label(member(value, 'toolVersion', 'capabilityVersion', 'version'));
  if (own !== null) return own;
  const term = terms.find((one) => {
    const words = wordsOf(one.label);
    return words.at(-1) === 'version' && words.length <= 2;
  });
  return term === undefined || term.value === '' ? null : term.value;
}

const recordOf = (value: unknown): Record<string, unknown> | null => {
  const members = membersOf(value);
  return members === null ? null : { ...members };
};
