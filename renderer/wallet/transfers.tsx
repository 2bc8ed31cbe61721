import { ActionIcon, Button, Modal, NativeSelect, Table, Text } from '@mantine/core';
import { IconEdit, IconPlus } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { Wallet, WalletLine } from '#shared/contract/wallet.ts';
import { compareNames, countryName, formatNumber, plainDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { bonusLabel, ratioLabel } from '#shared/records/payment-labels.ts';
import { tableLabel } from '#shared/records/wallet-labels.ts';
import { bankCountry, bankLabel, transferTable } from '#shared/wallet/transfer-table.ts';
import { Ago } from '../ui/ago.tsx';
import { Tag } from '../ui/tag.tsx';
import { Nothing } from './nothing.tsx';
import { TransferFields } from './transfer-fields.tsx';
import classes from './wallet.module.css';

const EVERY_BANK = '';

const byNames = (one: WalletLine, other: WalletLine): number =>
  compareNames(bankLabel(one.bank), bankLabel(other.bank)) ||
  compareNames(programmeLabel(one.programme), programmeLabel(other.programme));

/** Banks by the country that they are of, those of none last. */
function ofCountries(banks: readonly string[]): { country: string; banks: string[] }[] {
  const countries = [...Map.groupBy(banks, bankCountry)].sort(([a], [b]) => {
    if (a === null || b === null) return a === null ? 1 : -1;
    return compareNames(countryName(a), countryName(b));
  });
  return countries.map(([code, own]) => ({
    country: code === null ? 'Anywhere, and your own' : countryName(code),
    banks: own,
  }));
}

/** `1,000, 1,000`; with a sign at what no source states. */
function minimumLabel({ minimum, step, facts }: WalletLine): string {
  const stated = (points: number, isStated: boolean | undefined) =>
    isStated === false ? `${formatNumber(points)}?` : formatNumber(points);
  return `${stated(minimum, facts?.isMinimumStated)}, ${stated(step, facts?.isStepStated)}`;
}

/** `30% more until 27 Sep 2026, over now`; null where no bonus is known. */
const lastBonusLabel = ({ facts }: WalletLine): string | null =>
  facts?.lastBonus
    ? `The last one known: ${formatNumber(facts.lastBonus.percent)}% more until ${plainDate(facts.lastBonus.until)}`
    : null;

const isPast = ({ facts }: WalletLine, today: string): boolean => facts !== null && facts.until < today;

/** Which bank points transfer to which programmes, the table's date, and the user's changes. */
export function Transfers({ wallet: { transfers, today } }: { wallet: Wallet }) {
  const [bank, setBank] = useState(EVERY_BANK);
  const [open, setOpen] = useState<{ line: WalletLine | null } | null>(null);
  const close = () => setOpen(null);
  const banks = [...new Set(transfers.map((line) => line.bank))].sort((a, b) =>
    compareNames(bankLabel(a), bankLabel(b)),
  );
  const shown = transfers.filter((line) => bank === EVERY_BANK || line.bank === bank).sort(byNames);
  return (
    <section aria-labelledby="transfers">
      <div className={classes.head}>
        <h2 id="transfers">Transfers</h2>
        <Button
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setOpen({ line: null })}
        >
          Add transfer
        </Button>
      </div>
      <p className={classes.about} data-stale={today > transferTable().until || undefined}>
        {tableLabel(today, transfers.filter((line) => isPast(line, today)).length)}. Check a line with its
        bank before you move points. What no good source confirms does not count until you save it as yours.
      </p>
      <details className={classes.source}>
        <summary>Where these come from</summary>
        <ul>
          {transferTable().sources.map(({ name, asOf }) => (
            <li key={name}>
              {name}, {plainDate(asOf)}
            </li>
          ))}
        </ul>
      </details>
      <NativeSelect
        label="Bank"
        size="xs"
        w={300}
        data={[
          { value: EVERY_BANK, label: 'Every bank' },
          ...ofCountries(banks).map(({ country, banks: own }) => ({
            group: country,
            items: own.map((value) => ({ value, label: bankLabel(value) })),
          })),
        ]}
        value={bank}
        onChange={(event) => setBank(event.currentTarget.value)}
      />
      <div className={classes.scroll}>
        <Table aria-label="Transfers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>To</Table.Th>
              <Table.Th title="Points for miles">Ratio</Table.Th>
              <Table.Th title="At least so many points, in steps of so many. With a question mark: assumed, because no source states it">
                Minimum, step
              </Table.Th>
              <Table.Th>Bonus</Table.Th>
              <Table.Th title="The day that a line was true on, or when you saved it as yours">
                As of
              </Table.Th>
              <Table.Th>
                <span className={classes.unseen}>Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((line, index) => (
              <Fragment key={`${line.bank} ${line.programme}`}>
                {line.bank !== shown[index - 1]?.bank && (
                  <Table.Tr>
                    <Table.Th colSpan={6} scope="rowgroup">
                      {bankLabel(line.bank)}
                    </Table.Th>
                  </Table.Tr>
                )}
                <Table.Tr>
                  <Table.Td>
                    <span className={classes.unseen}>{bankLabel(line.bank)} </span>
                    {programmeLabel(line.programme)}
                  </Table.Td>
                  <Table.Td>
                    {line.offered ? ratioLabel(line) : <Tag tone="quiet">Not offered</Tag>}
                    {line.facts?.isConfirmed === false && (
                      <>
                        {' '}
                        <Tag tone="quiet">Unconfirmed</Tag>
                      </>
                    )}
                    {line.facts?.time && (
                      <Text component="div" fz={13} c="dimmed">
                        {line.facts.time}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{minimumLabel(line)}</Table.Td>
                  <Table.Td>
                    {bonusLabel(line, today) ?? <Nothing title={lastBonusLabel(line) ?? 'No bonus'} />}
                  </Table.Td>
                  <Table.Td title={line.facts?.source} data-stale={isPast(line, today) || undefined}>
                    {line.facts !== null ? (
                      <>
                        {plainDate(line.facts.asOf)}
                        {isPast(line, today) && (
                          <Text component="div" fz={13} c="dimmed">
                            past its date
                          </Text>
                        )}
                      </>
                    ) : line.changedAt === null ? null : (
                      <>
                        Yours, <Ago at={line.changedAt} />
                      </>
                    )}
                  </Table.Td>
                  <Table.Td className={classes.actions}>
                    <ActionIcon
                      aria-label={`Change ${bankLabel(line.bank)} to ${programmeLabel(line.programme)}`}
                      onClick={() => setOpen({ line })}
                    >
                      <IconEdit size={16} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Modal
        opened={open !== null}
        onClose={close}
        title={
          open?.line
            ? `${bankLabel(open.line.bank)} to ${programmeLabel(open.line.programme)}`
            : 'Add transfer'
        }
        size={560}
      >
        {open !== null && <TransferFields line={open.line} onDone={close} />}
      </Modal>
    </section>
  );
}
