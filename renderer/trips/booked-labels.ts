/** A trip's booked flights in words: the countdown, the day of check-in, and the end of a hold. Pure. */
import type { ListedAnswer } from '#shared/contract/booking.ts';
import { addDays, type CalendarDate, daysBetween } from '#shared/dates.ts';
import { clockTime, plural, shortTime, travelDate, waitLabel } from '#shared/formats.ts';

/** `Departs in 101 days`, `Departs today`, `Departed 3 days ago`. */
export function departsLabel(date: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'Departs today';
  if (days === 1) return 'Departs tomorrow';
  return days > 0 ? `Departs in ${plural(days, 'day')}` : `Departed ${plural(-days, 'day')} ago`;
}

/**
 * The usual day of check-in, which most airlines open 24 hours before departure; null once it has departed.
 * @param departs the departure's local time as it was written, where it is known
 */
export function checkInLabel(date: CalendarDate, departs: string | null, today: CalendarDate): string | null {
  if (date < today) return null;
  const day = addDays(date, -1);
  const clock = departs?.slice(0, 10) === date ? departs.slice(11, 16) : null;
  if (day < today) return 'Check-in is usually open';
  const opens = day === today ? 'Check-in usually opens today' : `Check-in usually opens ${travelDate(day)}`;
  return clock === null ? opens : `${opens}, ${clockTime(new Date(`2000-01-01T${clock}`).getTime())} there`;
}

/** `Hold ends 28 Nov 2026, 14:00, in 20 hours`; null without one. */
export function holdEndLabel({ outcome, heldUntil }: ListedAnswer, now: number): string | null {
  if (outcome !== 'held' || heldUntil === null) return null;
  return heldUntil <= now
    ? `The hold ended ${shortTime(heldUntil)}`
    : `Hold ends ${shortTime(heldUntil)}, in ${waitLabel(heldUntil - now)}`;
}
