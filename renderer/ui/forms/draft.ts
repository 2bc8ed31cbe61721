import { useEffect, useRef, useState } from 'react';

/**
 * A field that answers as one types: what is typed shows at once and is handed on after a moment's rest, so that the
 * file is not asked once per key. A value that changes from outside (a cleared filter, "back") replaces the draft.
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
