import { MIN_REFRESHES_FOR_CHANCE } from '#shared/award-analysis/change-chance.ts';
import type { Promising, remainingUnder } from '#shared/award-analysis/promising-refreshes.ts';
import { plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';

const searches = (count: number): string => plural(count, 'search', 'searches');

/** Why these refreshes and no others, in sentences. */
export function promiseSentences(
  promising: Promising<unknown>,
  { left, by }: ReturnType<typeof remainingUnder>,
): string[] {
  const { chosen, cost, likely, least, most, tooFew, unpriced, beyond } = promising;
  const budget = `${amountLabel(left)} left ${by === 'day' ? 'today' : 'this month'}`;
  const leftOut = [
    ...(beyond > 0 ? [`${searches(beyond)} promise less for their price.`] : []),
    ...(tooFew > 0
      ? [
          `Of ${searches(tooFew)} there are too few refreshes to say: at least ${MIN_REFRESHES_FOR_CHANCE} are needed.`,
        ]
      : []),
    ...(unpriced > 0 ? [`Of ${searches(unpriced)} no price in ${left.currency} is known.`] : []),
  ];
  if (chosen.length === 0) return [`With ${budget}, there is no refresh that promises news.`, ...leftOut];
  const found =
    least === most ? String(likely) : `about ${likely} (${least} to ${Math.min(most, chosen.length)})`;
  return [
    `With ${budget}, ${chosen.length === 1 ? 'this refresh promises' : `these ${chosen.length} refreshes promise`} the most news, for at most ${amountLabel(cost)}.`,
    `By how often each changed before, ${found} of ${chosen.length} will find a change.`,
    ...leftOut,
  ];
}
