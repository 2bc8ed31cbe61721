import { useRef, useState } from 'react';

/**
 * Whether a name is still being looked up in a field of a form, and how each field reports that: a form that is sent
 * meanwhile waits, since less than what was typed would cost the same.
 */
export function usePending(): [boolean, (field: string) => (isPending: boolean) => void] {
  const [pending, setPending] = useState<readonly string[]>([]);
  const reports = useRef(new Map<string, (isPending: boolean) => void>());
  const reportOf = (field: string) => {
    const known = reports.current.get(field);
    if (known !== undefined) return known;
    const report = (isPending: boolean) =>
      setPending((fields) => [...fields.filter((other) => other !== field), ...(isPending ? [field] : [])]);
    reports.current.set(field, report);
    return report;
  };
  return [pending.length > 0, reportOf];
}
