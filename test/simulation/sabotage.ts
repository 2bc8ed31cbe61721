import type { Purchase } from '#shared/contract/purchases.ts';
import { parseJson } from '../../electron/marketplace/http/json-body.ts';
import type { Books } from '../support/service/books.ts';
import type { Answered } from '../support/service/declared.ts';
import { BUDGET_HERE_MS } from '../support/time-budget.ts';
import type { Count } from './oracle/counts.ts';
import type { Shown } from './oracle/oracle.ts';
import type { Limits } from './oracle/rights.ts';

/**
 * A program that breaks one promise: what it shows, sends or received is falsified on its way to the oracle. Each count
 * has one, so that a count which can no longer fail is noticed.
 */
export type Sabotage = {
  shown?: (shown: Shown) => Shown;
  books?: (books: Books) => void;
  reached?: (answer: Answered) => Answered;
  /** How often each request counts as sent. */
  times?: number;
  /** The limits that the user is assumed to have set. */
  limits?: Limits;
  /** How every act of the user ends. */
  act?: () => never;
  claimsAbsence?: boolean;
  /** The oracle does not receive the user's approvals. */
  approvesNothing?: boolean;
};

const withoutSpending = ({ status, ...shown }: Shown): Shown => ({
  ...shown,
  status: { ...status, spending: { ...status.spending, today: [], month: [] } },
});

const allBeing =
  (state: 'refused' | 'unknown') =>
  (shown: Shown): Shown => ({
    ...shown,
    purchases: shown.purchases.map((purchase) => ({ ...purchase, state, counted: null })),
  });

const STUCK = {
  state: 'pending',
  can: { checkAgain: false, resume: false, discard: false, cancel: false },
  nextPollAt: null,
} as Purchase;

const LARGE = Buffer.from(`[${'{"a":1},'.repeat(10_000)}0]`);

export const SABOTAGES: Readonly<Record<Count, Sabotage>> = {
  'charged twice': {
    books: ({ calls }) => {
      const [call] = calls;
      if (call !== undefined && calls.length === 1) calls.push({ ...call, callRef: `${call.callRef}-again` });
    },
  },
  'charged without approval': { approvesNothing: true },
  'charged and written off': { shown: allBeing('refused') },
  'charged and forgotten': { shown: (shown) => ({ ...shown, purchases: [] }) },
  'spending below the books': { shown: withoutSpending },
  'limits passed': { limits: { perCall: 1, perDay: 1, perMonth: 1 } },
  'absences wrongly claimed': { claimsAbsence: true },
  'waits cut short': {
    reached: (answer) => ({ ...answer, wait: { ms: 3_600_000, of: 'origin' }, status: 429 }),
  },
  'requests beyond the bounds': { times: 6 },
  'errors without words': {
    act: () => {
      throw new Error('UNIQUE constraint failed: purchases.quote_ref');
    },
  },
  'dead ends': { shown: (shown) => ({ ...shown, open: [STUCK] }) },
  'charges without an alarm': {
    books: ({ calls }) => {
      const charge = { currency: 'USD', units: 9_000_000 };
      for (const call of calls) call.justStated.push({ charge, inUnseenState: false });
    },
  },
  'never settled': { shown: allBeing('unknown') },
  'main process held': {
    shown: (shown) => {
      for (
        let before = process.threadCpuUsage();
        process.threadCpuUsage(before).user < 3_000 * BUDGET_HERE_MS;
      )
        parseJson(LARGE);
      return shown;
    },
  },
};

/** The decisions that make a friendly history in which much is bought. */
export const isOnlyBuying = (id: string): boolean =>
  /^(?:steps|what you do|destination|what passes) /.test(id);
