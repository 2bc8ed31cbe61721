/** Locations in the page, by CSS selectors and addresses. */
import type { Scope } from '#shared/contract/awards.ts';
import { type ResultsAddress, resultsPath } from '../../renderer/addresses/results-address.ts';

export const TABLE = 'table[aria-label="Award results"]';
/** The table with its first row, in the requested state. */
export const ROWS = `${TABLE}[aria-busy="false"] tbody tr[data-index="0"]:not([data-waiting])`;

/** Shown where no record passes the filters, as may happen in a small file. */
export const NO_TABLE = `main:not(:has(${TABLE}))`;

export const scopeAddress = (scope: Scope): string =>
  `/results?scope=${encodeURIComponent(JSON.stringify(scope))}`;

/** What Results shows, as its address. */
export const resultsAddress = (address: Partial<ResultsAddress>): string => resultsPath({ ...address });

export const linkTo = (address: string): string => `a[href="${address.replaceAll(/["\\]/gu, '\\$&')}"]`;
