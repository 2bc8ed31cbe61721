import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AlarmedPurchase } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { chargeAlarmsQuery } from '../money/charge-alarms-query.ts';
import { cachePurchase } from '../quote/quote-sheet.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';

type ChargeAlarmsProps = { onOpen: (purchaseId: string) => void };

/** Every charge that differs from its approval, until the user marks it as seen. */
export function ChargeAlarms({ onOpen }: ChargeAlarmsProps) {
  const { data = [] } = useQuery(chargeAlarmsQuery);
  if (data.length === 0) return null;
  return (
    <Stack gap="sm" mb="md" component="section" aria-label="Charges not as approved">
      {data.map((one) => (
        <OneAlarm key={one.purchaseId} alarmed={one} onOpen={onOpen} />
      ))}
    </Stack>
  );
}

function OneAlarm({ alarmed, onOpen }: { alarmed: AlarmedPurchase; onOpen: (purchaseId: string) => void }) {
  const { purchaseId, title, alarm } = alarmed;
  const seen = useMutation({
    mutationFn: () => api.purchases.seeCharge({ purchaseId, mark: alarm.mark }),
    onSuccess: (purchase) => {
      cachePurchase(purchase);
      announce('Noted as seen. It stays in the history of the purchase.');
    },
  });
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={alarm.words}>
      <Text>
        <SearchTitle title={title} />. The larger amount counts under your limits. Nothing is bought by itself
        until you have seen this; ask the marketplace about the charge.
      </Text>
      <NotDone of={seen} title="Not noted as seen" />
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => onOpen(purchaseId)}>
          View purchase
        </Button>
        <Button variant="filled" size="xs" color="red" loading={seen.isPending} onClick={() => seen.mutate()}>
          I have seen this
        </Button>
      </Group>
    </Alert>
  );
}
