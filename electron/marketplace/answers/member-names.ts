import { fold } from './fold.ts';

/** What a record that is referred to is called: by the contract's own word first, then by words that say the same. */
const RECORDS = {
  tool: ['tool', 'offering', 'service'],
  quote: ['quote', 'quotation', 'commitment'],
  call: ['call', 'execution', 'run'],
} as const;

/** What a record of a Call is called where it stands within another one. */
export const CALL_RECORDS: readonly string[] = [...RECORDS.call, 'job', 'task'];
const ENDINGS = ['Ref', 'Id', 'Key', ''] as const;

const referencesTo = (record: keyof typeof RECORDS): string[] =>
  ENDINGS.flatMap((ending) => RECORDS[record].map((word) => `${word}${ending}`));

/**
 * The names under which features hand over what a request carries, and the other names under which services declare
 * the same in requests and write it in answers. One table for both, so that what is asked for by a name is found again.
 */
export const MEMBERS = {
  query: ['query'],
  limit: ['limit', 'pageSize'],
  cursor: ['cursor', 'pageCursor', 'pageToken'],
  filters: ['filters', 'filter'],
  toolRef: referencesTo('tool'),
  toolRefs: ['toolRefs', 'toolReferences', 'toolIds', 'tools', 'offeringRefs', 'offeringIds', 'serviceIds'],
  input: ['input', 'toolInput'],
  quoteRef: referencesTo('quote'),
  idempotencyKey: ['idempotencyKey'],
  // A mere `job` or `task` may be a text about it.
  callRef: [...referencesTo('call'), 'jobRef', 'jobId', 'taskRef', 'taskId'],
  afterVersion: ['afterVersion', 'sinceVersion'],
  state: ['state', 'status'],
  evidence: ['evidence'],
  currency: ['currency'],
} as const satisfies Record<string, readonly string[]>;
export type MemberName = keyof typeof MEMBERS;

export const isMemberName = (name: string): name is MemberName => Object.hasOwn(MEMBERS, name);

/** References alone are looked for in answers under their other names: the rest means different things in different records. */
const IN_ANSWERS: readonly MemberName[] = ['toolRef', 'quoteRef', 'callRef', 'state'];

const others = new Map<string, readonly string[]>([
  ...IN_ANSWERS.map((name) => [fold(name), MEMBERS[name]] as const),
  // Requests hold no output.
  ['output', ['toolOutput', 'callOutput', 'outputs']],
]);

/** The other names by which an answer may call a member; empty where there are none. */
export const otherNamesOf = (name: string): readonly string[] => others.get(fold(name)) ?? [];
