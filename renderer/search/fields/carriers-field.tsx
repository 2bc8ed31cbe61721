import { api } from '../../api/api.ts';
import { CodesField } from '../../places/codes-field.tsx';
import { mostUsedCodes, mostUsedFirst, type Uses } from '../../places/most-used.ts';
import { CARRIER_CODE } from '../../places/typed-codes.ts';
import { useUses } from '../../places/use-uses.ts';

type CarriersFieldProps = {
  codes: readonly string[];
  error: string | undefined;
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
};

async function carriersFor(text: string, uses: Uses) {
  const found = await api.places.suggestCarriers({ text, limit: 30 });
  const suggestions = found.map(({ code, name, match }) => ({
    codes: [code],
    label: name,
    detail: code,
    match,
    weight: 1,
  }));
  return mostUsedFirst(suggestions, uses).slice(0, 10);
}

/** Carriers by code or name; the request contains their codes (§2.1). */
export function CarriersField({ codes, error, onChange, onLeave }: CarriersFieldProps) {
  const uses = useUses(['carriers']);
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
      suggest={(text) => carriersFor(text, uses)}
      offered={mostUsedCodes(uses, codes, 6)}
      unknown={new Set(codes.filter((code) => !CARRIER_CODE.test(code)))}
      nameOf={() => undefined}
    />
  );
}
