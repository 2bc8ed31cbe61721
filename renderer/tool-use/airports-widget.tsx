import type { WidgetProps } from '@rjsf/utils';
import { useCallback, useRef } from 'react';
import { AirportsField } from '../places/airports-field.tsx';

const codesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((code) => typeof code === 'string') : [];

/** A list of airports of an award search, as on Search: by city, name or code, in one field. */
export function AirportsWidget({ label, value, rawErrors, onChange, id, onBlur, options }: WidgetProps) {
  const codes = codesOf(value);
  // A name may be resolved after other changes.
  const latest = useRef(codes);
  latest.current = codes;
  const change = useCallback(
    (next: (codes: readonly string[]) => string[]) => {
      latest.current = next(latest.current);
      onChange(latest.current);
    },
    [onChange],
  );
  return (
    <AirportsField
      label={label}
      way={options.way === 'to' ? 'to' : 'from'}
      codes={codes}
      error={rawErrors?.[0]}
      onChange={change}
      onLeave={() => onBlur(id, value)}
    />
  );
}
