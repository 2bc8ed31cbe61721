import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Watched } from '#shared/contract/watchlist.ts';
import { plainDate } from '#shared/formats.ts';
import { grantTerms } from '#shared/purchase/grant-terms.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { Money, Moneys } from '../money/money.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { announce } from '../ui/status-messages.ts';

type PermissionInForceProps = { title: string; grant: NonNullable<Watched['grant']>; onDone: () => void };

/** A permission in force, with what was spent under it today, and a button that withdraws it at once. */
export function PermissionInForce({ title, grant, onDone }: PermissionInForceProps) {
  const revoke = useMutation({
    mutationFn: () => api.purchases.revokeGrant({ grantId: grant.grantId }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['watchlist'] });
      void queryClient.invalidateQueries({ queryKey: ['purchases', 'grants'] });
      announce(`Revoked: ${title}. Nothing more is bought under it.`);
      onDone();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        Milepost refreshes it by itself {grantTerms(grant)}, up to <Money amount={grant.perDay} /> a day,
        until {plainDate(grant.until)}. Today it has spent{' '}
        <Moneys amounts={grant.spentToday} unread={grant.unreadToday} />.
      </Text>
      <NotDone of={revoke} title="Not revoked" />
      <DialogButtons leave={{ label: 'Cancel', onLeave: onDone }}>
        <Button color="red" variant="light" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Take the permission back
        </Button>
      </DialogButtons>
    </Stack>
  );
}
