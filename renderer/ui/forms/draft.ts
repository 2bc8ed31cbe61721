import { useEffect, useRef, useState } from 'react';
import { onceReleased } from '../../api/press.ts';

/**
 * A field that responds while typing: the text shows at once and is passed on after a short pause, so that the file is
 * not read once per key, but never while a button is pressed, which it could move from under the pointer. A value that changes from outside (a cleared filter, "back") replaces the draft.
 * @param restMs how long to wait after the last key
 */
export function useDraft<Value>(
  value: Value,
  commit: (value: Value) => void,
  restMs = 90,
): [Value, (value: Value) => void] {
  const [draft, setDraft] = useState(value);
  /** Counts what is typed: a value that is no longer the latest is not passed on. */
  const typed = useRef(0);
  const latest = useRef(commit);
  latest.current = commit;
  const committed = useRef(value);
  useEffect(() => {
    if (Object.is(committed.current, value)) return;
    committed.current = value;
    typed.current += 1;
    setDraft(value);
  }, [value]);
  useEffect(
    () => () => {
      typed.current += 1;
    },
    [],
  );
  return [
    draft,
    (next) => {
      setDraft(next);
      typed.current += 1;
      const own = typed.current;
      const pass = () => {
        if (own !== typed.current) return;
        committed.current = next;
        latest.current(next);
      };
      setTimeout(() => onceReleased(pass), restMs);
    },
  ];
}
