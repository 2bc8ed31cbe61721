import { isUnresolved } from '#shared/purchase/state.ts';
import type { Draws } from '../../support/service/draws.ts';
import { requestOf } from '../oracle/rights.ts';
import { BUYING, identifyCalls, pollAgain, STANDING } from './buying.ts';
import { LOOKING } from './looking.ts';
import { SETTINGS } from './settings.ts';
import { type Acts, asPurchase, limitsOf, pause, reportGrant, type User } from './user.ts';

/** All acts that the screens offer, by name. */
export const ACTS: Acts = { ...BUYING, ...STANDING, ...LOOKING, ...SETTINGS };

/** Draws an act; buying is more frequent than the others. */
export function drawAct(draws: Draws): string | null {
  const about = draws.choose('what you do', 0.92, {
    nothing: null,
    'you buy': 'buys a search',
    'you buy again': 'buys a search',
    'you buy and insist': 'buys and insists',
    'you buy a further page': 'buys the next page',
    'you approve further pages': 'approves further pages',
    'you look for award searches': 'looks for award searches',
    'you go on with what is open': 'goes on with what is open',
    'something about a purchase': BUYING,
    'something that stands for more': STANDING,
    'you look': LOOKING,
    'something else': SETTINGS,
  } as const);
  if (about === null || typeof about === 'string') return about;
  const names = Object.keys(about);
  const act = names[draws.number('which act', names.length)] ?? null;
  if (act !== null) draws.count('act', act);
  return act;
}

const AMPLE = { perCall: 50_000_000, perDay: 5_000_000_000, perMonth: 50_000_000_000 };

/**
 * Tries to buy something new from each award search in turn, with limits that allow it. Resolves to null once one is
 * bought, otherwise to the reason.
 */
export async function buySomethingNew(user: User, attempt: number): Promise<string | null> {
  const { awards, settings } = user.app.handlers;
  await reportGrant(user.oracle.rights.allows(AMPLE), () => settings.setLimits({ limits: limitsOf(AMPLE) }));
  const { tools } = await awards.tools({ refresh: true });
  let why: string | null = 'no award search is found';
  for (const { tool } of tools) {
    why = await buyFrom(user, tool.toolRef, `2027-05-0${1 + attempt}`);
    if (why === null) return null;
  }
  return why;
}

async function buyFrom(user: User, toolRef: string, start_date: string): Promise<string | null> {
  const { purchases } = user.app.handlers;
  const input = { origin_airport: 'BOS', destination_airport: 'AMS', start_date, take: 10 };
  const quoted = asPurchase(await purchases.quote({ toolRef, input }));
  if (quoted.quote === null) return quoted.words;
  const { quoteRef, toolVersion, inputDigest, price, normalizedInput } = quoted.quote;
  const { origin } = user.service();
  const request = requestOf(normalizedInput);
  const { purchaseId } = quoted;
  await reportGrant(user.oracle.rights.approvesQuote(origin, quoteRef, request, true), () =>
    purchases.approve({
      purchaseId,
      shown: { quoteRef, toolVersion, inputDigest, price },
      aboveAuthorisation: true,
    }),
  );
  await pause(60_000);
  const bought = asPurchase(await purchases.show({ purchaseId }));
  return bought.state === 'completed' ? null : bought.words;
}

/**
 * Settles every open purchase as a user would: polls again, resends the order if nothing is found, and finally
 * identifies the Call. Resolves to how many were open.
 */
export async function settleEverything(user: User, failed: (error: unknown) => void): Promise<number> {
  const { purchases } = user.app.handlers;
  const open = (await purchases.list({ limit: 1000 })).items.filter(({ state }) => isUnresolved(state));
  for (const { purchaseId } of open) {
    try {
      const purchase = asPurchase(await purchases.show({ purchaseId }));
      const polled = purchase.can.checkAgain ? await pollAgain(user, purchase) : purchase;
      const resumed = polled.can.resume ? asPurchase(await purchases.resume({ purchaseId })) : polled;
      if (resumed.can.placeCall) await identifyCalls(user, purchaseId);
    } catch (error) {
      failed(error);
    }
  }
  return open.length;
}
