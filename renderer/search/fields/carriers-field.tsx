import { useQuery } from '@tanstack/react-query';
import { plainDate } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { CodesField } from '../../places/codes-field.tsx';
import { mostUsedCodes, mostUsedFirst, type Uses } from '../../places/most-used.ts';
import { CARRIER_CODE, REQUEST_CARRIER } from '../../places/typed-codes.ts';
import { useUses } from '../../places/use-uses.ts';

type CarriersFieldProps = {
  codes: readonly string[];
  error: string | undefined;
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
};

const carriersFor = async (text: string, uses: Uses) =>
  mostUsedFirst(await api.places.suggestCarriers({ text, limit: 30 }), uses).slice(0, 10);

/**
 * Carriers by code or name; the request contains their IATA codes (§2.1), which only what is known or chosen from the
 * list becomes: a code that nobody flies under finds nothing, and is paid all the same.
 */
export function CarriersField({ codes, error, onChange, onLeave }: CarriersFieldProps) {
  const uses = useUses(['carriers']);
  const { data: known } = useQuery({
    queryKey: ['places', 'carriers', codes.join()],
    queryFn: () => api.places.carriers({ codes: [...codes] }),
    enabled: codes.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const byCode = new Map(known?.map((each) => [each.code, each]));
  const nameOf = (code: string) => byCode.get(code)?.name || undefined;
  const asRequested = codes.filter((code) => REQUEST_CARRIER.test(code));
  const unknown = asRequested.filter((code) => byCode.get(code)?.name === '');
  const ended = asRequested.flatMap((code) => {
    const last = byCode.get(code)?.ended;
    return last ? `Nobody flies as ${code} since ${plainDate(last)}.` : [];
  });
  const renumbered = asRequested.flatMap((code) => {
    const now = byCode.get(code)?.now;
    return now && !codes.includes(now.code)
      ? `Flights of ${nameOf(code)} (${code}) carry ${now.code} numbers since ${plainDate(now.from)}: add ${now.code}.`
      : [];
  });
  const notes = [
    ...ended,
    ...renumbered,
    ...(unknown.length === 0
      ? []
      : [`Not in Milepost’s list: ${unknown.join(', ')}. You can search anyway.`]),
  ];
  return (
    <CodesField
      label="Carriers"
      listLabel="Airlines"
      placeholder="Any airline"
      description={notes.length === 0 ? undefined : notes.join(' ')}
      error={error}
      codes={codes}
      shape={CARRIER_CODE}
      mustBeKnown
      isNamed
      onChange={onChange}
      onLeave={onLeave}
      suggest={(text) => carriersFor(text, uses)}
      offered={mostUsedCodes(uses, codes, 6)}
      unknown={
        new Set(
          codes.filter(
            (code) => !REQUEST_CARRIER.test(code) || unknown.includes(code) || byCode.get(code)?.ended,
          ),
        )
      }
      nameOf={nameOf}
    />
  );
}
