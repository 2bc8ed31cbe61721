import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { splitCodes } from '#shared/award-search/request.ts';
import { preferencesSchema } from '#shared/contract/program/preferences.ts';
import { useSavedPreferences } from '../../status/save-preferences.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SettingsSection } from '../settings-section.tsx';

/** The airports that searches usually begin at. */
export function HomeSection() {
  const { preferences, save } = useSavedPreferences();
  const [typed, setTyped] = useState<string | null>(null);
  const saved = preferences.homeAirports.join(', ');
  const codes = splitCodes(typed ?? saved);
  const isRight = preferencesSchema.shape.homeAirports.safeParse(codes).success;
  const submit = () => {
    if (!isRight) return;
    save(
      () => ({ homeAirports: codes }),
      codes.length === 0 ? 'No home airports.' : `Home airports: ${codes.join(', ')}.`,
    );
    setTyped(null);
  };
  return (
    <SettingsSection title="Home airports" about="Offered first where a search begins.">
      <Form onSubmit={submit}>
        <Group gap="xs" align="flex-start">
          <TextInput
            aria-label="Codes of your home airports"
            placeholder="ZRH, BSL"
            w={300}
            value={typed ?? saved}
            error={isRight ? undefined : 'Three-letter airport codes, such as ZRH, BSL.'}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" disabled={typed === null || !isRight}>
            Save
          </Button>
        </Group>
      </Form>
    </SettingsSection>
  );
}
