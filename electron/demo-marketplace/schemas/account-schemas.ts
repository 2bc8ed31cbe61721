import type { JsonObject } from '../http/json.ts';
import { closed, only, ref, text, time } from './shared-schemas.ts';

export const ACCOUNT_SCHEMAS: Record<string, JsonObject> = {
  Account: closed({
    kind: only('authenticated'),
    principalRef: text(),
    accountRef: text(),
    credentialId: text(),
    applicationRef: text(),
    environment: text(),
    scopes: { type: 'array', items: text() },
    authorityMode: text({ examples: ['read_only', 'approval_required', 'spending_policy'] }),
  }),
  BalanceRequest: closed({ currency: text({ pattern: '^[A-Z]{3}$' }) }, ['currency']),
  Balance: {
    oneOf: [
      closed({
        kind: only('available'),
        accountRef: text(),
        available: ref('Amount'),
        reserved: ref('Amount'),
        observedAt: time('When it was read'),
      }),
      closed({ kind: only('unavailable'), accountRef: text(), reason: text() }),
    ],
  },
  SandboxReferenceRequest: closed({ request: text({ maxLength: 1000 }) }, ['request']),
  SandboxReference: closed({ result: text() }),
};
