import { Select } from '@mantine/core';
import { useState } from 'react';
import type { SavedSearch } from '#shared/contract/awards.ts';

type SearchSelectProps = {
  label: string;
  searches: readonly SavedSearch[] | undefined;
  value: number | null;
  /** Shown where there is none to choose. */
  none?: string;
  onChange: (searchId: number) => void;
};

/** Chooses one of the saved searches by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, searches, value, none = 'No saved search here', onChange } = props;
  const [typed, setTyped] = useState('');
  const isLost = value !== null && searches?.every(({ searchId }) => searchId !== value);
  return (
    <Select
      // A field for repeated choices starts empty each time.
      {...(value === null && { searchValue: typed, onSearchChange: setTyped })}
      aria-label={label}
      size="xs"
      placeholder={isLost ? 'No longer saved' : searches?.length === 0 ? none : label}
      disabled={searches?.length === 0}
      data={(searches ?? []).map(({ searchId, title }) => ({ value: String(searchId), label: title }))}
      value={value === null || isLost ? null : String(value)}
      onChange={(chosen) => {
        if (chosen === null) return;
        onChange(Number(chosen));
        setTyped('');
      }}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No saved search by these words"
      maw={600}
    />
  );
}
