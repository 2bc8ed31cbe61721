import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BANK_NAME_MAX } from '#shared/contract/wallet.ts';
import { api } from '../api/api.ts';
import { bankNames, programmeNames, unknownBankHint } from './account-names.ts';

type AccountFieldProps = {
  /** As typed. */
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
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
export const ProgrammeField = (props: AccountFieldProps) => (
  <NameField {...props} label="Programme" data={programmeNames(props.value, useOtherProgrammes())} />
);

/** A bank by any of its names; one that Milepost does not know may be the user's own, and is told as that. */
export const BankField = (props: AccountFieldProps) => (
  <NameField
    {...props}
    label="Bank"
    description={unknownBankHint(props.value) || undefined}
    data={bankNames(props.value)}
  />
);

type NameFieldProps = AccountFieldProps & {
  label: string;
  description?: string | undefined;
  data: string[];
};

const NameField = (props: NameFieldProps) => (
  <Autocomplete
    {...props}
    placeholder="Choose or type one"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    filter={({ options }) => options}
    maxLength={BANK_NAME_MAX}
    comboboxProps={{ withinPortal: false }}
  />
);
