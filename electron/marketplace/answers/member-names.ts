import { fold } from './fold.ts';

/** The names of records that are referred to: the contract's own first, then its synonyms. */
const RECORDS = {
  tool: ['tool', 'offering', 'service'],
  quote: ['quote', 'quotation', 'commitment'],
  call: ['call', 'execution', 'run'],
} as const;

/** The names of a Call record nested in another. */
export const CALL_RECORDS: readonly string[] = [...RECORDS.call, 'job', 'task'];
const ENDINGS = ['Ref', 'Id', 'Key', ''] as const;

const referencesTo = (record: keyof typeof RECORDS): string[] =>
  ENDINGS.flatMap((ending) => RECORDS[record].map((word) => `${word}${ending}`));

/**
 * The names that features use for request members, each with its synonyms in services' requests and answers. One
 * table for both, so that a value sent under a name is found again under it.
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
  // A plain `job` or `task` may be a text.
  callRef: [...referencesTo('call'), 'jobRef', 'jobId', 'taskRef', 'taskId'],
  afterVersion: ['afterVersion', 'sinceVersion'],
  state: ['state', 'status'],
  evidence: ['evidence'],
  currency: ['currency'],
} as const satisfies Record<string, readonly string[]>;
export type MemberName = keyof typeof MEMBERS;

export const isMemberName = (name: string): name is MemberName => Object.hasOwn(MEMBERS, name);

/**
 * Only references are also read from answers under their synonyms: other names mean different things in different
 * records.
 */
const IN_ANSWERS: readonly MemberName[] = ['toolRef', 'quoteRef', 'callRef', 'state'];

/** In answers, the bare word may be anything of the record: `execution: 'async'`, `service: 'eu-west'`. */
const BARE: ReadonlySet<string> = new Set(Object.values(RECORDS).flat());

const others = new Map<string, readonly string[]>([
  ...IN_ANSWERS.map((name) => [fold(name), MEMBERS[name].filter((one) => !BARE.has(one))] as const),
  // Requests hold no output.
  ['output', ['toolOutput', 'callOutput', 'outputs']],
]);

/** The synonyms under which an answer may hold a member; empty if there are none. */
export const otherNamesOf = (name: string): readonly string[] => others.get(fold(name)) ?? [];
