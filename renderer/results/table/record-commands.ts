import { useEffect, useRef } from 'react';
import { offerCommands } from '../../ui/keys/offered-commands.ts';
import type { RecordAct } from '../../ui/keys/record-keys.ts';

/** Lists in the palette what the letter keys do with the current row. */
export function useRecordCommands(perform: (act: RecordAct) => void): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    // After the palette has closed, because closing it returns the focus to where it was opened from.
    const run = (act: RecordAct) => () => void setTimeout(() => latest.current(act));
    return offerCommands([
      { name: 'Star this record, or remove its star', keys: 'S', run: run('star') },
      { name: 'Write a note on this record', keys: 'N', run: run('note') },
      { name: 'Compare the route of this record', keys: 'C', run: run('compare') },
    ]);
  }, []);
}
