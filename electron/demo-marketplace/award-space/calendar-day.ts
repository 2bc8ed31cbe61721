const DAY = 86_400_000;

/** Days since 1970-01-01 of a real calendar date 'YYYY-MM-DD'; undefined for an impossible one such as 2026-02-31. */
export function dayNumberOf(date: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!parts) return undefined;
  const day = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / DAY;
  return dateOfDayNumber(day) === date ? day : undefined;
}

/** 'YYYY-MM-DD' of a day number. */
export function dateOfDayNumber(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The UTC day number of an instant. */
export function dayAt(time: number): number {
  return Math.floor(time / DAY);
}
