/** What award space costs and gives, at one time. */
export type Offered = {
  miles: number | null;
  /** null: count not given. */
  seats: number | null;
  direct: boolean;
};

const number = (count: number): string => count.toLocaleString('en');
const seatsWords = (seats: number): string => (seats === 1 ? '1 seat' : `${number(seats)} seats`);

function milesBecame(then: number | null, now: number | null): string[] {
  if (then === now) return [];
  if (then === null) return now === null ? [] : [`now ${number(now)} miles`];
  return [`was ${number(then)} miles, now ${now === null ? 'not told' : number(now)}`];
}

function seatsBecame(then: number | null, now: number | null): string[] {
  if (then === now) return [];
  if (then === null) return now === null ? [] : [`now ${seatsWords(now)}`];
  return [`had ${seatsWords(then)}, now ${now === null ? 'count not given' : number(now)}`];
}

/** How award space differs from what it was: `was 48,000 miles, now 62,000; had 4 seats, now 1`. Empty where it does not. */
export const becameWords = (then: Offered, now: Offered): string =>
  [
    ...milesBecame(then.miles, now.miles),
    ...seatsBecame(then.seats, now.seats),
    ...(then.direct === now.direct ? [] : [now.direct ? 'now direct' : 'was direct, now is not']),
  ].join('; ');
