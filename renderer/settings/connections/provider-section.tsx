import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CABINS } from '#shared/award-search/request.ts';
import { amountLabel } from '#shared/money.ts';
import { api } from '../../api/api.ts';
import { awardToolsQuery } from '../../records/queries.ts';
import { failureOf, NotDone } from '../../ui/failure-notice.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { announce } from '../../ui/status-messages.ts';
import { SettingsSection } from '../settings-section.tsx';
import classes from './connections.module.css';
import { ProviderAnswerView } from './provider-answer.tsx';

const EMPTY = {
  address: '',
  origin_airport: '',
  destination_airport: '',
  cabin: '',
  start_date: '',
  end_date: '',
};

/** What the provider of the award search itself charges for one request. Nothing is ever paid this way. */
export function ProviderSection() {
  const [form, setForm] = useState(EMPTY);
  const listed = useQuery(awardToolsQuery);
  const ask = useMutation({
    mutationFn: ({ address, ...input }: typeof EMPTY) =>
      api.marketplace.askProvider({
        address,
        input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '')),
      }),
    onSuccess: ({ words }) => announce(words),
  });
  const fields = ask.isError ? (failureOf(ask.error).fields ?? {}) : {};
  const field = (name: keyof typeof EMPTY, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={form[name]}
      error={fields[name]}
      className={name === 'address' ? classes.whole : undefined}
      onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
    />
  );
  const day = (name: 'start_date' | 'end_date', label: string) => (
    <DateField
      label={label}
      description="Of departure"
      pickLabel={name === 'start_date' ? 'Calendar for the beginning' : 'Calendar for the end'}
      value={form[name]}
      error={fields[name]}
      onChange={(value) => setForm({ ...form, [name]: value })}
    />
  );
  const prices = (listed.data?.tools ?? []).flatMap(({ tool, price }) => {
    const words = price ? amountLabel(price) : tool.priceLabel;
    return words === null ? [] : [{ tool, words }];
  });
  return (
    <SettingsSection
      title="The provider’s own price"
      about="What the provider itself asks for a search, read without a key. Nothing is paid this way."
    >
      <Form onSubmit={() => ask.mutate(form)}>
        <div className={classes.search}>
          {field('address', 'Provider address', 'As the provider gives it; it begins with https://')}
          {field('origin_airport', 'Origin airports', 'Codes, comma-delimited')}
          {field('destination_airport', 'Destination airports', 'Codes, comma-delimited')}
          <NativeSelect
            label="Cabin to price"
            description="The one that the price is for"
            value={form.cabin}
            error={fields.cabin}
            onChange={(event) => setForm({ ...form, cabin: event.currentTarget.value })}
            data={[{ value: '', label: 'Any' }, ...CABINS]}
          />
          {day('start_date', 'From date')}
          {day('end_date', 'To date')}
        </div>
        <Group gap="xs" mt="sm">
          <Button type="submit" loading={ask.isPending}>
            Ask for the price
          </Button>
        </Group>
      </Form>
      <NotDone of={ask} title="No price from the provider" />
      {ask.data && <ProviderAnswerView answer={ask.data} />}
      {prices.map(({ tool, words }) => (
        <Text key={tool.toolRef}>
          The marketplace lists “{tool.title}” at {words}.
        </Text>
      ))}
      {listed.data && prices.length === 0 && (
        <Text c="dimmed">No price of the marketplace is known to set beside it.</Text>
      )}
    </SettingsSection>
  );
}
