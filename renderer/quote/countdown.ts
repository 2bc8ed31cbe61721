/** A quote's remaining time, counted down to the second: `4 min 05 s left`, `42 s left`, `ended`. */
export function countdownLabel(endsAt: number, now: number): string {
  const seconds = Math.ceil((endsAt - now) / 1000);
  if (seconds <= 0) return 'ended';
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return `${rest} s left`;
  if (minutes < 60) return `${minutes} min ${String(rest).padStart(2, '0')} s left`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min left`;
}
