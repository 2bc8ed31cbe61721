import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';

/** The most records that can be marked or exported at once. */
export const MAX_CHOSEN = 1000;

export type Choice = {
  /** Versions of records, in the order in which they were chosen. */
  versionIds: ReadonlySet<number>;
  /** Chooses a version, or reverses the choice. */
  toggle(row: RecordRow): void;
  add(rows: readonly RecordRow[]): void;
  clear(): void;
};

/** The rows chosen in a scope, until another scope is shown. @param scope names the scope */
export function useChoice(scope: string): Choice {
  const [versionIds, setVersionIds] = useState<ReadonlySet<number>>(new Set());
  const shown = useRef(scope);
  useEffect(() => {
    if (shown.current === scope) return;
    shown.current = scope;
    setVersionIds(new Set());
  }, [scope]);
  const toggle = useCallback(
    ({ versionId }: RecordRow) =>
      setVersionIds((before) => {
        const after = new Set(before);
        if (!after.delete(versionId) && after.size < MAX_CHOSEN) after.add(versionId);
        return after;
      }),
    [],
  );
  const add = useCallback((rows: readonly RecordRow[]) => {
    setVersionIds((before) => {
      const after = new Set(before);
      for (const { versionId } of rows) if (after.size < MAX_CHOSEN) after.add(versionId);
      return after;
    });
  }, []);
  const clear = useCallback(() => setVersionIds(new Set()), []);
  return useMemo(() => ({ versionIds, toggle, add, clear }), [versionIds, toggle, add, clear]);
}
