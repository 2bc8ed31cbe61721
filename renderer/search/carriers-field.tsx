import { api } from '../api/api.ts';
import { CodesField } from './codes-field.tsx';
import { CARRIER_CODE } from './typed-codes.ts';

type CarriersFieldProps = {
  codes: readonly string[];
  error: string | undefined;
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
};

const NONE: ReadonlySet<string> = new Set();

async function suggest(text: string) {
  const found = await api.places.suggestCarriers({ text, limit: 10 });
  return found.map((carrier) => ({ codes: [carrier.code], label: carrier.name, detail: carrier.code }));
}

/** Carriers by code or name; the request carries their codes (§2.1). */
export function CarriersField({ codes, error, onChange, onLeave }: CarriersFieldProps) {
  return (
    <CodesField
      label="Carriers"
      listLabel="Airlines"
      placeholder="Any airline"
      error={error}
      codes={codes}
      shape={CARRIER_CODE}
      onChange={onChange}
      onLeave={onLeave}
      suggest={suggest}
      unknown={NONE}
      nameOf={() => undefined}
    />
  );
}
