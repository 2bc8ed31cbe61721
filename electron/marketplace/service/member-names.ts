import { CALL_REF, QUOTE_REF, TOOL_REF } from './vocabulary.ts';

/** The names that features use for request members, each with the words of the vocabulary and those of requests alone. */
export const MEMBERS = {
  query: ['query'],
  limit: ['limit', 'pageSize'],
  cursor: ['cursor', 'pageCursor', 'pageToken', 'offset', 'skip', 'page', 'pageNumber'],
  filters: ['filters', 'filter'],
  toolRef: [...TOOL_REF.words, 'tool', 'offering', 'service'],
  toolRefs: ['toolRefs', 'toolReferences', 'toolIds', 'tools', 'offeringRefs', 'offeringIds', 'serviceIds'],
  input: ['input', 'toolInput', 'arguments'],
  quoteRef: [...QUOTE_REF.words, 'quote', 'quotation', 'commitment'],
  idempotencyKey: ['idempotencyKey', 'xIdempotencyKey', 'idempotencyToken'],
  callRef: [...CALL_REF.words, 'call', 'execution', 'run'],
  afterVersion: ['afterVersion', 'sinceVersion'],
  state: ['state', 'status'],
  currency: ['currency'],
} as const satisfies Record<string, readonly string[]>;
export type MemberName = keyof typeof MEMBERS;

export const isMemberName = (name: string): name is MemberName => Object.hasOwn(MEMBERS, name);
