import type { Flow, OAuthFetch, Server } from './authorization-server.ts';
import { CODE_LIFETIME_MS, codeFlow } from './code-flow.ts';
import { deviceFlow } from './device-flow.ts';
import type { Granted } from './granted.ts';
import { register } from './register.ts';
import { safeAddress } from './safe-address.ts';

/** The user's choice. */
export type WantedAccess = {
  scopes: string[];
  flow: Flow;
};

/** The page on which the user decides. */
export type DecisionPage = {
  /** The address as the user would type it. */
  verification: string;
  /** The address to open. */
  open: string;
  userCode: string | null;
  lifetimeMs: number;
};

/** Runs a flow from registration to the key, and reports the page to decide on. Throws `RequestFailed`. */
export async function attemptFlow(
  server: Server,
  wanted: WantedAccess,
  place: { marketplace: string; resource: string; fetchAt: OAuthFetch },
  signal: AbortSignal,
  decide: (page: DecisionPage) => void,
): Promise<Granted> {
  const { metadata } = server;
  const { scopes, flow } = wanted;
  const { marketplace, resource, fetchAt } = place;
  const input = { server: metadata, scopes, resource };
  const clientFor = (redirect: string | null) => register(metadata, flow, redirect, scopes, fetchAt, signal);
  if (flow === 'code')
    return codeFlow(input, clientFor, fetchAt, signal, (open) =>
      decide({ verification: new URL(open).origin, open, userCode: null, lifetimeMs: CODE_LIFETIME_MS }),
    );
  const client = await clientFor(null);
  return deviceFlow(
    { ...input, client },
    fetchAt,
    signal,
    ({ userCode, verification, complete, lifetimeMs }) => {
      const page = safeAddress(verification, marketplace);
      if (page === null)
        throw new Error('The authorization server’s page has an address that is not allowed.');
      const filledIn = complete === null ? null : safeAddress(complete, marketplace);
      decide({ verification: page.href, open: (filledIn ?? page).href, userCode, lifetimeMs });
    },
  );
}
