/** Data files made by playing a history into them. */
import { openHistory, seenIn, type Timed } from '../../../electron/app/testing/histories.ts';

/** A page that was ordered and arrived, with these records; the later it is, the more miles they cost. */
export const bought = (name: string, at: number, keys: readonly string[]): Timed[] => [
  { at, act: { kind: 'order', name, search: 0 } },
  {
    at: at + 1,
    act: {
      kind: 'settle',
      name,
      to: 'completed',
      continues: null,
      rows: keys.map((key, place) => ({ key, day: 1 + (place % 28), miles: at + place, broken: false })),
      hasMore: false,
    },
  },
];

export function play(file: string, acts: readonly Timed[]): void {
  const history = openHistory(file);
  history.play(acts);
  history.close();
}

/** Everything visible of a file, which must be intact. */
export function seen(file: string) {
  const { storage, close } = openHistory(file);
  try {
    const check = storage.db.pragma('integrity_check', { simple: true });
    if (check !== 'ok') throw new Error(`The file is damaged: ${check}`);
    return seenIn(storage);
  } finally {
    close();
  }
}
