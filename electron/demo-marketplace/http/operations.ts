import { CALL_REF, CURSOR, integer, oneOf, text } from '../schemas/shared-schemas.ts';
import type { JsonObject } from './json.ts';

type ParameterIn = 'path' | 'query' | 'header';
export type Parameter = {
  name: string;
  in: ParameterIn;
  required: boolean;
  description: string;
  schema: JsonObject;
};

/** The scopes of access keys. */
export const SCOPES = ['market_tools:call', 'account:read'] as const;

/**
 * One operation of the marketplace. The router, the validator and `/openapi.json` are all made from the table below.
 */
export type Operation = {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  description: string;
  /** Undefined: public. Empty: any valid key. Otherwise the key needs one of these scopes. */
  scopes?: readonly string[];
  parameters?: readonly Parameter[];
  /** The name of the body's schema. A missing `optional` body counts as `{}`. */
  body?: { schema: string; optional?: boolean };
  answer: string;
};

const READ = ['account:read', 'market_tools:call'];
const CALL = ['market_tools:call'];
const callRef: Parameter = {
  name: 'callRef',
  in: 'path',
  required: true,
  description: 'Reference of the Call',
  schema: CALL_REF,
};
const query = (name: string, description: string, schema: JsonObject): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'platform.catalogueStatus',
    method: 'GET',
    path: '/api/v1/catalogue-status',
    summary: 'Read how fresh the catalogue is',
    description: 'A stale or partial catalogue cannot establish that a Tool is absent.',
    answer: 'CatalogueStatus',
  },
  {
    id: 'registry.tools.list',
    method: 'POST',
    path: '/api/v1/market-tools/list',
    summary: 'List Tools',
    description: 'Lists catalogued Tools page by page. Needs no account.',
    body: { schema: 'ListToolsRequest', optional: true },
    answer: 'ListToolsResponse',
  },
  {
    id: 'registry.tools.search',
    method: 'POST',
    path: '/api/v1/market-tools/search',
    summary: 'Search Tools by the outcome wanted',
    description: 'Returns candidate Tools. Needs no account.',
    body: { schema: 'SearchToolsRequest' },
    answer: 'SearchToolsResponse',
  },
  {
    id: 'registry.tools.describe',
    method: 'POST',
    path: '/api/v1/market-tools/describe',
    summary: 'Describe one Tool',
    description:
      'What the Tool needs, what it returns, what it costs and which data leaves. Needs no account.',
    body: { schema: 'DescribeToolRequest' },
    answer: 'DescribeToolResponse',
  },
  {
    id: 'registry.tools.compare',
    method: 'POST',
    path: '/api/v1/market-tools/compare',
    summary: 'Compare up to four Tools',
    description: 'Returns the named Tools side by side. Needs no account.',
    body: { schema: 'CompareToolsRequest' },
    answer: 'CompareToolsResponse',
  },
  {
    id: 'tool.quote',
    method: 'POST',
    path: '/api/v1/tools/quote',
    summary: 'Quote one Call of a Tool',
    description: 'Fixes the price of one exact input for a short time. Charges nothing.',
    scopes: CALL,
    body: { schema: 'QuoteRequest' },
    answer: 'Quote',
  },
  {
    id: 'tool.call',
    method: 'POST',
    path: '/api/v1/tools/call',
    summary: 'Call a Tool against a current quote',
    description:
      'Executes the quoted input once and charges at most the quoted price. The same idempotency key is the same Call.',
    scopes: CALL,
    body: { schema: 'CallRequest' },
    answer: 'CallResult',
  },
  {
    id: 'call.list',
    method: 'GET',
    path: '/api/v1/calls',
    summary: 'List Calls of the account',
    description: 'Newest first. Never carries inputs, outputs or idempotency keys.',
    scopes: READ,
    parameters: [
      query('limit', 'Calls on one page', integer({ minimum: 1, maximum: 100, default: 20 })),
      query('cursor', 'Cursor of the page before', CURSOR),
      query(
        'state',
        'Only Calls in this state',
        oneOf('pending', 'completed', 'refused', 'reconciliation_required', 'cancelled'),
      ),
    ],
    answer: 'CallList',
  },
  {
    id: 'call.status',
    method: 'GET',
    path: '/api/v1/calls/{callRef}',
    summary: 'Read the status of one Call',
    description: 'With `afterVersion` answers `unchanged` while nothing newer is known.',
    scopes: READ,
    parameters: [
      callRef,
      query(
        'afterVersion',
        'The version already known',
        integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      ),
    ],
    answer: 'CallStatus',
  },
  {
    id: 'call.cancel',
    method: 'POST',
    path: '/api/v1/calls/{callRef}/cancel',
    summary: 'Cancel a pending Call',
    description: 'Only a Call that is still pending can be cancelled.',
    scopes: CALL,
    parameters: [callRef],
    body: { schema: 'CancelCallRequest' },
    answer: 'CallStatus',
  },
  {
    id: 'agentAccess.whoami',
    method: 'GET',
    path: '/api/v1/account',
    summary: 'Read the account behind the access key',
    description: 'Whose key this is and what it may do.',
    scopes: [],
    answer: 'Account',
  },
  {
    id: 'agentAccess.balance',
    method: 'POST',
    path: '/api/v1/account/balance',
    summary: 'Read the balance of the account',
    description: 'What is available and what is reserved for Calls that are not settled.',
    scopes: READ,
    body: { schema: 'BalanceRequest', optional: true },
    answer: 'Balance',
  },
  {
    id: 'platform.sandboxReference',
    method: 'POST',
    path: '/api/v1/sandbox-reference',
    summary: 'Development-only counterparty',
    description: 'Answers in development; a public deployment rejects it.',
    scopes: CALL,
    body: { schema: 'SandboxReferenceRequest', optional: true },
    answer: 'SandboxReference',
  },
];

/** Present in every response, optional in requests (§7.2). */
export const REQUEST_ID: Parameter = {
  name: 'x-ae-request-id',
  in: 'header',
  required: false,
  description: 'Correlates the request; made by the service where the caller sends none',
  schema: text({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' }),
};
