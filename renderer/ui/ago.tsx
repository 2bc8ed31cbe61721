import { absoluteTime } from '#shared/formats.ts';
import { useNow } from './now.ts';
import { ageLabel, agoLabel } from './relative-time.ts';

/**
 * A moment, relative in place and absolute on hover.
 * @param at UTC milliseconds
 * @param as `ago` ("2 h ago") or `age` ("2 h old")
 */
export function Ago({ at, as = 'ago' }: { at: number; as?: 'ago' | 'age' }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
      {as === 'age' ? ageLabel(at, now) : agoLabel(at, now)}
    </time>
  );
}
