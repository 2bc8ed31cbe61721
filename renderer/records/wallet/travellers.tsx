import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TRAVELLERS_MAX } from '#shared/contract/wallet.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../ui/status-messages.ts';
import { walletQuery } from '../queries.ts';
import { useWalletChange } from './wallet-change.ts';

const CHOICES = Array.from({ length: TRAVELLERS_MAX }, (_, place) => ({
  value: String(place + 1),
  label: String(place + 1),
}));

/**
 * The number of travellers: one setting for everything. Prices are counted for all of them, and award space needs a seat
 * for each. The service is not asked for it (§2.1).
 * @param width in pixels; as wide as its place otherwise
 */
export function Travellers({ width }: { width?: number }) {
  const { data: wallet } = useQuery(walletQuery);
  const set = useWalletChange(api.wallet.setTravellers);
  return (
    <NativeSelect
      label="Travellers"
      title="Award space needs a seat for each, and prices are counted for all"
      {...(width !== undefined && { w: width })}
      data={CHOICES}
      disabled={wallet === undefined}
      value={String(wallet?.travellers ?? 1)}
      error={set.isError && 'It was not saved. Try again.'}
      onChange={(event) =>
        set.mutate(
          { travellers: Number(event.currentTarget.value) },
          { onSuccess: (after) => announce(`Counted for ${plural(after.travellers, 'traveller')}.`) },
        )
      }
    />
  );
}
