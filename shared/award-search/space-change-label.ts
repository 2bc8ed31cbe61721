import { formatNumber } from '../formats.ts';

/** Miles, seats and directness of award space at one time. */
export type Offered = {
  miles: number | null;
  /** null: count not given. */
  seats: number | null;
  direct: boolean;
};

const seatsLabel = (seats: number): string => (seats === 1 ? '1 seat' : `${formatNumber(seats)} seats`);

function milesChange(then: number | null, now: number | null): string[] {
  if (then === now) return [];
  if (then === null) return now === null ? [] : [`now ${formatNumber(now)} miles`];
  return [`was ${formatNumber(then)} miles, now ${now === null ? 'not given' : formatNumber(now)}`];
}

function seatsChangeLabel(then: number | null, now: number | null): string[] {
  if (then === now) return [];
  if (then === null) return now === null ? [] : [`now ${seatsLabel(now)}`];
  return [`had ${seatsLabel(then)}, now ${now === null ? 'no seat count' : formatNumber(now)}`];
}

/** How award space changed: `was 48,000 miles, now 62,000; had 4 seats, now 1`. Empty where it did not. */
export const spaceChangeLabel = (then: Offered, now: Offered): string =>
  [
    ...milesChange(then.miles, now.miles),
    ...seatsChangeLabel(then.seats, now.seats),
    ...(then.direct === now.direct ? [] : [now.direct ? 'now direct' : 'was direct, now is not']),
  ].join('; ');
