import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { programmeChoices } from './account-names.ts';

type ProgrammeFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (programme: string) => void;
};

/** Chooses a programme; the current one is always among the choices. */
export function ProgrammeField({ value, error, onChange }: ProgrammeFieldProps) {
  const others = useQuery({
    queryKey: ['results', 'other programmes'],
    queryFn: () => api.wallet.otherProgrammes(),
  });
  const named = [...(others.data ?? []), ...(value === '' ? [] : [value])];
  return (
    <NativeSelect
      label="Programme"
      data={[{ value: '', label: 'Choose one' }, ...programmeChoices(named)]}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
