import type { Purchase } from '#shared/contract/purchases.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import type { Service } from '../../support/service/declared.ts';
import type { Draws } from '../../support/service/draws.ts';
import type { Oracle } from '../oracle/oracle.ts';
import type { Given, Limits } from '../oracle/rights.ts';
import type { Machine } from '../world/program.ts';

/** The user at the screens of one running program. */
export type User = {
  app: App;
  draws: Draws;
  oracle: Oracle;
  machine: Machine;
  now: () => number;
  wallClock: () => number;
  /** The marketplace in use, as the history has it. */
  service: () => Service;
  origins: readonly string[];
  moved: (origin: string) => void;
  /** The idempotency key of a Call's order, which the account's owner can know; null if another program ordered it. */
  orderOf: (callRef: string) => string | null;
  /** Whether a quote was made for the account of the key in use. */
  isOfKeyInUse: (origin: string, quoteRef: string) => boolean;
  /** Whether an order by this key was ever accepted. */
  hasCall: (key: string) => boolean;
};

type Act = (user: User) => Promise<unknown>;
export type Acts = Readonly<Record<string, Act>>;

/** The award search's own address, which nobody pays. */
export const PROVIDER = 'https://provider.example';

export const DAY_MS = 86_400_000;
export const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

export const limitsOf = ({ perCall, perDay, perMonth }: Limits) => ({
  perCall: usd(perCall),
  perDay: usd(perDay),
  perMonth: usd(perMonth),
});

/** Draws one of few requests, so that requests are repeated. */
export function searchOf(draws: Draws): Record<string, unknown> {
  const destination_airport = draws.choose('destination', 0.6, {
    LHR: 'LHR',
    CDG: 'CDG',
    HND: 'HND',
    FRA: 'FRA',
  });
  return {
    origin_airport: 'JFK',
    destination_airport,
    cabin: 'business',
    start_date: '2027-03-01',
    take: 10,
  };
}

export async function toolRefOf({ app }: User): Promise<string | null> {
  const { handlers } = app;
  const known = (await handlers.awards.tools({ refresh: false })).tools.filter(
    ({ posture }) => posture.state === 'callable',
  );
  return (
    (known.at(-1) ?? (await handlers.awards.tools({ refresh: true })).tools.at(-1))?.tool.toolRef ?? null
  );
}

/** Casts a purchase that the contract returned. */
export const asPurchase = (given: unknown): Purchase => given as Purchase;

/** The idempotency key of a purchase's order; null if it was not ordered. */
export async function orderKeyOf(app: App, purchaseId: string): Promise<string | null> {
  const { entries } = await app.handlers.purchases.evidence({ purchaseId });
  for (const { detail } of entries) {
    const { idempotencyKey } = (detail ?? {}) as { idempotencyKey?: unknown };
    if (typeof idempotencyKey === 'string') return idempotencyKey;
  }
  return null;
}

/** Draws one of these; null if there are none. */
export function oneOf<Of>({ draws }: User, what: string, many: readonly Of[]): Of | null {
  return many[draws.number(what, Math.max(1, many.length))] ?? null;
}

/** Performs an act that grants a right, and reports to the oracle whether the program accepted it. */
export async function reportGrant<Result>(
  given: Given,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    given.taken();
    return result;
  } catch (error) {
    // A failing file may have stored it before it failed.
    if ((error as { failure?: { code?: string } }).failure?.code?.startsWith('storage_') !== true)
      given.refused();
    throw error;
  }
}

/** Lets some of the program's own time pass. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
