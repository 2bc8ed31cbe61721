import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MileValueFields } from '../../records/mile-values/mile-values.tsx';
import { mileValuesQuery } from '../../records/queries.ts';
import { NotRead } from '../../ui/failure-notice.tsx';
import { SettingsSection } from '../settings-section.tsx';

/** Programmes that most award searches show, by the service's names; those with a value are added. */
const USUAL = [
  'aeroplan',
  'alaska',
  'american',
  'british_airways',
  'delta',
  'flyingblue',
  'lifemiles',
  'qantas',
  'singapore',
  'turkish',
  'united',
  'virginatlantic',
];

/** What a mile of each programme is worth to the user. */
export function MileValuesSection() {
  const values = useQuery(mileValuesQuery);
  const [saves, setSaves] = useState(0);
  return (
    <SettingsSection title="Value of a mile" about="Compares prices across programmes, in Compare.">
      <NotRead of={values} />
      {values.data && (
        <details>
          <summary>{values.data.values.length === 0 ? 'Set values' : 'Change values'}</summary>
          <MileValueFields
            key={saves}
            saved={values.data}
            programmes={USUAL}
            onDone={() => setSaves(saves + 1)}
          />
        </details>
      )}
    </SettingsSection>
  );
}
