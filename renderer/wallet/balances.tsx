import { ActionIcon, Button, Modal, Table } from '@mantine/core';
import { IconEdit, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Wallet } from '#shared/contract/wallet.ts';
import { formatNumber, plainDate } from '#shared/formats.ts';
import { isShared, isUsable } from '#shared/wallet/holdings.ts';
import { api } from '../api/api.ts';
import { useWalletChange } from '../records/wallet/wallet-change.ts';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { offerUndo } from '../ui/forms/undo-notice.tsx';
import { Tag } from '../ui/tag.tsx';
import { accountLabel, balanceLabel } from './account-names.ts';
import { BalanceFields } from './balance-fields.tsx';
import { Nothing } from './nothing.tsx';
import classes from './wallet.module.css';

type Balance = Wallet['balances'][number];

/** The user's balances, account by account, with their expiry. */
export function Balances({ wallet: { balances, today } }: { wallet: Wallet }) {
  const [open, setOpen] = useState<{ balance: Balance | null } | null>(null);
  const remove = useWalletChange(api.wallet.removeBalance);
  const bringBack = useWalletChange(api.wallet.saveBalance);
  const add = (
    <Button
      variant="filled"
      size="xs"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setOpen({ balance: null })}
    >
      Add balance
    </Button>
  );
  const take = (balance: Balance) =>
    remove.mutate(
      { balanceId: balance.balanceId },
      {
        onSuccess: () => {
          const { balanceId: _balanceId, updatedAt: _updatedAt, ...typed } = balance;
          offerUndo(`${balanceLabel(balance, balances)} was deleted.`, () =>
            bringBack.mutate({ balanceId: null, balance: typed }),
          );
        },
      },
    );
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="balances">
      <div className={classes.head}>
        <h2 id="balances">Balances</h2>
        {balances.length > 0 && add}
      </div>
      {[remove, bringBack].map(
        (act, place) =>
          act.isError && (
            <FailureNotice
              // biome-ignore lint/suspicious/noArrayIndexKey: an act is its place
              key={place}
              error={act.error}
              title="The wallet was not changed"
            />
          ),
      )}
      {balances.length === 0 ? (
        <EmptyState title="Nothing in your wallet" action={add}>
          With your balances, records and trips say what is bookable now, what a transfer makes bookable, and
          what is short.
        </EmptyState>
      ) : (
        <div className={classes.scroll}>
          <Table aria-label="Balances">
            <Table.Thead>
              <Table.Tr>
                {isShared(balances) && <Table.Th>Owner</Table.Th>}
                <Table.Th>Account</Table.Th>
                <Table.Th ta="right">Points</Table.Th>
                <Table.Th title="Can be used until">Expires</Table.Th>
                <Table.Th>Updated</Table.Th>
                <Table.Th>
                  <span className={classes.unseen}>Actions</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {balances.map((balance) => {
                const name = balanceLabel(balance, balances);
                return (
                  <Table.Tr key={balance.balanceId}>
                    {isShared(balances) && <Table.Td>{balance.owner}</Table.Td>}
                    <Table.Td>{accountLabel(balance)}</Table.Td>
                    <Table.Td ta="right">{formatNumber(balance.points)}</Table.Td>
                    <Table.Td>
                      {balance.expires === null ? (
                        <Nothing title="No end typed" />
                      ) : (
                        plainDate(balance.expires)
                      )}{' '}
                      {!isUsable(balance, today) && <Tag tone="bad">Expired</Tag>}
                    </Table.Td>
                    <Table.Td>
                      <Ago at={balance.updatedAt} />
                    </Table.Td>
                    <Table.Td className={classes.actions}>
                      <ActionIcon aria-label={`Change ${name}`} onClick={() => setOpen({ balance })}>
                        <IconEdit size={16} aria-hidden />
                      </ActionIcon>
                      <ActionIcon aria-label={`Delete ${name}`} onClick={() => take(balance)}>
                        <IconX size={16} aria-hidden />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Modal
        opened={open !== null}
        onClose={close}
        title={open?.balance ? `Change ${balanceLabel(open.balance, balances)}` : 'Add balance'}
        size={560}
      >
        {open !== null && <BalanceFields balances={balances} balance={open.balance} onDone={close} />}
      </Modal>
    </section>
  );
}
