/** For tests: a purchase desk over a data file of its own, and what a user does at it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import {
  answered,
  committedQuote,
  type Desk,
  failed,
  purchaseDesk,
  type Script,
  settled,
  TOOL,
} from './purchase-desk.ts';

let folder: string;
/** The desk that `open` opened last. */
export let desk: Desk;

/** Gives each test of a file a folder, and closes what it opened there. */
export function eachInItsFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-purchases-'));
  });
  afterEach(() => {
    desk.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** A service that quotes for a minute, and answers everything else with what `answers` holds for the role. */
export function service(
  answers: Partial<Record<'call' | 'callStatus' | 'callList' | 'cancel', () => Reply | Promise<Reply>>> = {},
): Script {
  let quotes = 0;
  return ({ role, members }) => {
    if (role === 'quote')
      return answered(committedQuote(desk.state.now + 60_000, `quote-${++quotes}`, members.input));
    const answer = answers[role as keyof typeof answers];
    return answer === undefined ? failed({ code: 'unexpected', message: `nothing for ${role}` }) : answer();
  };
}

export function open(script: Script, overrides: Parameters<typeof purchaseDesk>[2] = {}) {
  desk = purchaseDesk(join(folder, 'milepost.sqlite'), script, overrides);
}

export const input = { origin_airport: 'JFK', destination_airport: 'LHR' };
export const quotePurchase = async () => desk.purchases.handlers.quote({ toolRef: TOOL, input });
export const show = async (purchase: Purchase) =>
  desk.purchases.handlers.show({ purchaseId: purchase.purchaseId });

export async function approvePurchase(
  purchase: Purchase,
  other: Partial<NonNullable<Purchase['quote']>> = {},
) {
  if (purchase.quote === null) throw new Error(purchase.words);
  const { quoteRef, toolVersion, inputDigest, price } = { ...purchase.quote, ...other };
  return desk.purchases.handlers.approve({
    purchaseId: purchase.purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
  });
}

/** Quotes and approves, and lets the order be answered; gives the purchase as it was quoted. */
export async function orderPurchase(): Promise<Purchase> {
  const quoted = await quotePurchase();
  await approvePurchase(quoted);
  await settled();
  return quoted;
}

export async function failureCodeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'no failure';
}
