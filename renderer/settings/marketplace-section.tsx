import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { FailureNotice, failureOf } from '../ui/failure-notice.tsx';
import { Form } from '../ui/forms/form.tsx';
import { announce } from '../ui/status-messages.ts';
import { Loaded } from './loaded.tsx';
import { settingsQuery } from './queries.ts';
import { SettingsSection } from './settings-section.tsx';

/** The marketplace in use. Keys, purchases and cached catalogues belong to the one that they were made for. */
export function MarketplaceSection() {
  const settings = useQuery(settingsQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const use = useMutation({
    mutationFn: (address: string | null) => api.settings.setMarketplace({ address }),
    onSuccess: (after) => {
      queryClient.setQueryData(settingsQuery.queryKey, after);
      void queryClient.invalidateQueries();
      setTyped(null);
      announce(
        after.marketplaceAddress === null
          ? 'The demo is in use, with demo money.'
          : `${after.marketplaceAddress} is in use.`,
      );
    },
  });
  const current = settings.data?.marketplaceAddress ?? null;
  const address = typed ?? current ?? '';
  const fieldProblem = use.isError ? failureOf(use.error).fields?.address : undefined;
  const submit = () => {
    if (address.trim() !== '') use.mutate(address.trim());
  };
  return (
    <SettingsSection
      title="Marketplace"
      about="Where searches are bought. The demo runs inside Milepost, with demo money."
    >
      <Loaded of={settings}>
        {() => (
          <Form onSubmit={submit}>
            <TextInput
              label="Marketplace address"
              placeholder="https://…"
              value={address}
              error={fieldProblem}
              inputMode="url"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Text c="dimmed" mt={6}>
              {current === null ? 'In use: the demo' : `In use: ${current}`}
            </Text>
            <Group mt="sm" gap="xs">
              <Button
                type="submit"
                loading={use.isPending}
                disabled={address.trim() === '' || address.trim() === current}
              >
                Use this address
              </Button>
              <Button disabled={use.isPending || current === null} onClick={() => use.mutate(null)}>
                Use the demo
              </Button>
            </Group>
          </Form>
        )}
      </Loaded>
      {use.isError && !fieldProblem && <FailureNotice error={use.error} title="Address not changed" />}
    </SettingsSection>
  );
}
