import { Autocomplete } from '@mantine/core';
import { BANK_NAME_MAX } from '#shared/contract/wallet.ts';
import { bankNames, unknownBankHint } from './account-names.ts';

type BankFieldProps = {
  /** As typed. */
  value: string;
  error: string | undefined;
  onChange: (bank: string) => void;
};

/** A bank by any of its names; one that Milepost does not know may be the user's own, and is told as that. */
export function BankField({ value, error, onChange }: BankFieldProps) {
  return (
    <Autocomplete
      label="Bank"
      placeholder="Choose or type one"
      description={unknownBankHint(value) || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={bankNames(value)}
      filter={({ options }) => options}
      maxLength={BANK_NAME_MAX}
      value={value}
      error={error}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
