import { compareNames } from '#shared/formats.ts';
import { KNOWN_PROGRAMMES, programmeAccount, programmeLabel } from '#shared/places/programmes.ts';
import type { Account, Balance } from '#shared/wallet/holdings.ts';
import { bankLabel, bankShort, KNOWN_BANKS } from '#shared/wallet/transfer-table.ts';

/** `Citi ThankYou`, `Air Canada Aeroplan`; with its owner where balances of several are there: `Ana: Citi ThankYou`. */
export const balanceLabel = (
  balance: Pick<Balance, 'owner' | 'kind' | 'name'>,
  all: readonly Pick<Balance, 'owner'>[],
): string => (isShared(all) ? `${balance.owner}: ${accountLabel(balance)}` : accountLabel(balance));

/** Whether balances of more than one owner are there. */
export const isShared = (all: readonly Pick<Balance, 'owner'>[]): boolean =>
  new Set(all.map(({ owner }) => owner)).size > 1;

/** `Citi ThankYou`, `Air Canada Aeroplan`. */
export const accountLabel = ({ kind, name }: Account): string =>
  kind === 'bank' ? bankLabel(name) : programmeLabel(name);

const choices = (names: readonly string[], label: (name: string) => string) =>
  names
    .map((value) => ({ value, label: label(value) }))
    .sort((one, other) => compareNames(one.label, other.label));

/** Every programme that a balance can have: known ones, and others that records name. */
export const programmeChoices = (others: readonly string[]) =>
  choices([...new Set([...KNOWN_PROGRAMMES.map(programmeAccount), ...others])], programmeLabel);

/** A bank from typed text, `Citi ThankYou`, `Citi TY` or `citi`: its word in the transfer table, otherwise as typed. */
export function bankNamed(typed: string): string {
  const name = typed.trim();
  const isMeant = (word: string) => compareNames(word, name) === 0;
  const known = KNOWN_BANKS.find(({ bank, name: full }) => [bank, full, bankShort(bank)].some(isMeant));
  return known?.bank ?? name;
}
