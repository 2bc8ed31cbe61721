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
const desks: Desk[] = [];
let quotes = 0;

/** Gives each test of a file a folder, and closes what it opened there. */
export function eachInItsFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-purchases-'));
    quotes = 0;
  });
  afterEach(() => {
    for (const opened of desks.splice(0)) opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** A service that quotes for a minute, and answers everything else with what `answers` holds for the role. */
export function service(
  answers: Partial<Record<'call' | 'callStatus' | 'callList' | 'cancel', () => Reply | Promise<Reply>>> = {},
): Script {
  return ({ role, members }) => {
    if (role === 'quote')
      return answered({
        ...committedQuote(desk.state.now + 60_000, `quote-${++quotes}`, members.input),
        toolRef: members.toolRef,
      });
    const answer = answers[role as keyof typeof answers];
    return answer === undefined ? failed({ code: 'unexpected', message: `nothing for ${role}` }) : answer();
  };
}

/** A desk over the data file of the test: another program on it where one is open already. */
export function open(script: Script, overrides: Parameters<typeof purchaseDesk>[2] = {}): Desk {
  desk = purchaseDesk(join(folder, 'milepost.sqlite'), script, overrides);
  desks.push(desk);
  return desk;
}

export const input = { origin_airport: 'JFK', destination_airport: 'LHR' };
export const quotePurchase = async (at = desk) => at.purchases.handlers.quote({ toolRef: TOOL, input });
export const checkAgain = async ({ purchaseId }: Pick<Purchase, 'purchaseId'>) =>
  desk.purchases.handlers.checkAgain({ purchaseId });
export const resume = async ({ purchaseId }: Pick<Purchase, 'purchaseId'>) =>
  desk.purchases.handlers.resume({ purchaseId });
export const show = async ({ purchaseId }: Purchase, at = desk) => at.purchases.handlers.show({ purchaseId });

export async function approvePurchase(
  purchase: Purchase,
  other: Partial<NonNullable<Purchase['quote']>> = {},
  at = desk,
) {
  if (purchase.quote === null) throw new Error(purchase.words);
  const { quoteRef, toolVersion, inputDigest, price } = { ...purchase.quote, ...other };
  return at.purchases.handlers.approve({
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
