import { Select } from '@mantine/core';
import type { SavedSearch } from '#shared/contract/awards.ts';

type SearchSelectProps = {
  label: string;
  searches: readonly SavedSearch[] | undefined;
  value: number | null;
  onChange: (searchId: number) => void;
};

/** Chooses one of the saved searches by its words. */
export function SearchSelect({ label, searches, value, onChange }: SearchSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={searches?.length === 0 ? 'No saved search yet' : label}
      disabled={searches?.length === 0}
      data={(searches ?? []).map(({ searchId, title }) => ({ value: String(searchId), label: title }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => {
        if (chosen !== null) onChange(Number(chosen));
      }}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No saved search by these words"
      style={{ flex: '1 1 300px', maxWidth: 560 }}
    />
  );
}
