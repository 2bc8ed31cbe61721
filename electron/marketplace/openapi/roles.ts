import type { Role } from '../http/answer.ts';
import type { MemberName } from '../service/member-names.ts';

/** What is known about a role in advance: the contract's words, never a path or name that it does not show. */
export type RoleFacts = {
  /** The label in Settings. */
  words: string;
  /** The contract's words for the role, and synonyms. */
  own: readonly string[];
  also: readonly string[];
  /** Its subjects. With `aboutNeeded`, an operation must name one of them. */
  about: readonly string[];
  aboutNeeded?: boolean;
  /** Required members, and optional ones. */
  needs: readonly MemberName[];
  may: readonly MemberName[];
  /** Further members, sent only if the operation requires them or the user maps them. */
  extra?: readonly MemberName[];
  /**
   * §5.1 and §5.2: list, search, describe, compare and catalogue status need no key; purchases and the account do.
   */
  access: 'public' | 'protected' | 'either';
  /** Reads may be repeated automatically; everything else is sent once. */
  isRead: boolean;
  /** A read paced by the service for each item read: the caller repeats it, never the transport. */
  isPaced?: boolean;
  /** Method and path stated by the contract (§4); the method is null if unstated. */
  documented?: { method: string | null; path: string };
  deadlineMs: number;
};

const TOOLS = [
  'tool',
  'tools',
  'catalogue',
  'catalog',
  'offering',
  'offerings',
  'capability',
  'capabilities',
  'service',
  'services',
];
const CALLS = ['call', 'calls', 'execution', 'executions', 'run', 'runs'];

export const ROLE_FACTS: Readonly<Record<Role, RoleFacts>> = {
  freshness: {
    words: 'Read how fresh the catalogue is',
    own: ['status', 'freshness'],
    also: [],
    about: ['catalogue', 'catalog'],
    needs: [],
    may: [],
    access: 'public',
    isRead: true,
    documented: { method: 'GET', path: '/api/v1/catalogue-status' },
    deadlineMs: 10_000,
  },
  search: {
    words: 'Search Tools',
    own: ['search'],
    also: ['find'],
    about: TOOLS,
    needs: ['query'],
    may: ['limit', 'cursor', 'filters'],
    access: 'public',
    isRead: true,
    documented: { method: 'POST', path: '/api/v1/market-tools/search' },
    deadlineMs: 15_000,
  },
  sandboxReference: {
    words: 'Development-only counterparty',
    own: ['sandbox'],
    also: [],
    about: ['reference'],
    needs: [],
    may: [],
    access: 'either',
    isRead: false,
    documented: { method: null, path: '/api/v1/sandbox-reference' },
    deadlineMs: 10_000,
  },
  list: {
    words: 'List Tools',
    own: ['list'],
    also: ['browse', 'all', 'index'],
    about: TOOLS,
    aboutNeeded: true,
    needs: [],
    may: ['limit', 'cursor', 'filters'],
    access: 'public',
    isRead: true,
    deadlineMs: 15_000,
  },
  describe: {
    words: 'Describe one Tool',
    own: ['describe', 'description'],
    also: ['detail', 'details', 'inspect', 'show', 'get', 'read'],
    about: TOOLS,
    needs: ['toolRef'],
    may: [],
    access: 'public',
    isRead: true,
    deadlineMs: 15_000,
  },
  compare: {
    words: 'Compare Tools',
    own: ['compare', 'comparison'],
    also: ['versus', 'side'],
    about: TOOLS,
    needs: ['toolRefs'],
    may: [],
    access: 'public',
    isRead: true,
    deadlineMs: 15_000,
  },
  quote: {
    words: 'Quote one Call of a Tool',
    own: ['quote', 'quotation'],
    also: ['price', 'commitment'],
    about: TOOLS,
    needs: ['toolRef', 'input'],
    may: [],
    access: 'protected',
    isRead: false,
    deadlineMs: 15_000,
  },
  call: {
    words: 'Call a Tool against its quote',
    own: ['call'],
    also: ['execute', 'invoke', 'run', 'purchase'],
    about: TOOLS,
    needs: ['quoteRef', 'idempotencyKey'],
    may: [],
    extra: ['toolRef'],
    access: 'protected',
    isRead: false,
    deadlineMs: 10_000,
  },
  callStatus: {
    words: 'Read the status of a Call',
    own: ['status'],
    also: ['state', 'progress', 'show', 'get', 'read'],
    about: CALLS,
    aboutNeeded: true,
    needs: ['callRef'],
    may: ['afterVersion'],
    access: 'protected',
    isRead: true,
    isPaced: true,
    deadlineMs: 10_000,
  },
  callList: {
    words: 'List the account’s Calls',
    own: ['list'],
    also: ['all', 'index', 'history'],
    about: CALLS,
    aboutNeeded: true,
    needs: [],
    may: ['limit', 'cursor', 'state'],
    access: 'protected',
    isRead: true,
    deadlineMs: 15_000,
  },
  cancel: {
    words: 'Cancel a pending Call',
    own: ['cancel', 'cancellation'],
    also: ['abort', 'withdraw'],
    about: CALLS,
    needs: ['callRef'],
    may: ['idempotencyKey'],
    access: 'protected',
    isRead: false,
    deadlineMs: 15_000,
  },
  account: {
    words: 'Read whose key this is',
    own: ['account'],
    also: ['identity', 'principal', 'me'],
    about: ['access', 'scopes'],
    needs: [],
    may: [],
    access: 'protected',
    isRead: true,
    deadlineMs: 10_000,
  },
  balance: {
    words: 'Read the account’s balance',
    own: ['balance'],
    also: ['funds', 'credit'],
    about: ['account'],
    needs: [],
    may: ['currency'],
    access: 'protected',
    isRead: true,
    deadlineMs: 10_000,
  },
};
