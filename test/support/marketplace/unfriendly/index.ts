import { AWARD_ANSWERS } from './award-answers.ts';
import { CALLS } from './calls.ts';
import { CATALOGUE } from './catalogue.ts';
import { DOCUMENT } from './document.ts';
import type { Unfriendliness } from './entry.ts';
import { WAITS } from './waits.ts';

/** Every unfriendliness that can be activated, in the order of their rows. */
export const UNFRIENDLINESSES: readonly Unfriendliness[] = [
  ...CALLS,
  ...WAITS,
  ...CATALOGUE,
  ...DOCUMENT,
  ...AWARD_ANSWERS,
].sort((a, b) => a.row - b.row);
