import { useEffect, useRef, useState } from 'react';

/**
 * A field that responds while typing: the text shows at once and is passed on after a short pause, so that the file is
 * not read once per key. A value that changes from outside (a cleared filter, "back") replaces the draft.
 * @param restMs how long to wait after the last key
 */
export function useDraft<Value>(
  value: Value,
  commit: (value: Value) => void,
  restMs = 90,
): [Value, (value: Value) => void] {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(commit);
  latest.current = commit;
  const committed = useRef(value);
  useEffect(() => {
    if (Object.is(committed.current, value)) return;
    committed.current = value;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    draft,
    (next) => {
      setDraft(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        committed.current = next;
        latest.current(next);
      }, restMs);
    },
  ];
}
