import { NativeSelect } from '@mantine/core';
import { TRAVELLERS_MAX } from '#shared/contract/wallet.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useWalletChange } from './wallet-change.ts';

const CHOICES = Array.from({ length: TRAVELLERS_MAX }, (_, place) => place + 1);

/** The number of seats that every price is counted for. */
export function Travellers({ travellers }: { travellers: number }) {
  const set = useWalletChange(api.wallet.setTravellers);
  return (
    <>
      <NativeSelect
        label="Seats to book"
        description="Prices are counted for all of them."
        w={260}
        data={CHOICES.map((count) => ({ value: String(count), label: plural(count, 'seat') }))}
        value={String(travellers)}
        onChange={(event) =>
          set.mutate(
            { travellers: Number(event.currentTarget.value) },
            { onSuccess: (after) => set.say(`Counted for ${plural(after.travellers, 'seat')}.`) },
          )
        }
      />
      {set.isError && <FailureNotice error={set.error} title="It was not saved" />}
    </>
  );
}
