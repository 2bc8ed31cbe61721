import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { programmeNames } from './account-names.ts';

type ProgrammeFieldProps = {
  /** As typed. */
  value: string;
  error: string | undefined;
  onChange: (programme: string) => void;
};

/** Programmes of records that the pack does not know. */
export function useOtherProgrammes(): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['results', 'other programmes'],
    queryFn: () => api.wallet.otherProgrammes(),
  });
  return data;
}

/** A programme by any of its names, former and partial ones included. */
export function ProgrammeField({ value, error, onChange }: ProgrammeFieldProps) {
  const others = useOtherProgrammes();
  return (
    <Autocomplete
      label="Programme"
      placeholder="Choose or type one"
      data={programmeNames(value, others)}
      filter={({ options }) => options}
      value={value}
      error={error}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
