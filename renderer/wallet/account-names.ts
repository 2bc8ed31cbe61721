import { compareNames, listLabel } from '#shared/formats.ts';
import { programmeAccounts, programmeLabel } from '#shared/places/programmes.ts';
import type { Account, Balance } from '#shared/wallet/holdings.ts';
import { bankLabel, banksNamed, knownBanks } from '#shared/wallet/transfer-table.ts';

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
  choices([...new Set([...programmeAccounts(), ...others])], programmeLabel);

/**
 * A bank from typed text, `Citi ThankYou`, `Citi TY` or `citi`: its word in the transfers, otherwise as typed. A name that
 * several have, such as `Amex`, is left to the user.
 */
export function bankNamed(typed: string): { bank: string; problem?: undefined } | { problem: string } {
  const name = typed.trim();
  if (name === '') return { problem: 'Name the bank.' };
  const named = banksNamed(name);
  const [only] = named;
  if (only === undefined) return { bank: name };
  if (named.length === 1) return { bank: only };
  return { problem: `Which one? Choose ${listLabel(named.map(bankLabel), 'one')}.` };
}

/** The names of banks to choose from, those that a typed text means; all of them before anything is typed. */
export const bankNames = (typed: string): string[] => {
  const named = banksNamed(typed);
  const all = knownBanks().map(({ bank }) => bank);
  return (typed.trim() === '' ? all : named).map(bankLabel).sort(compareNames);
};
