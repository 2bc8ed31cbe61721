import { compareNames, listLabel } from '#shared/formats.ts';
import {
  programmeAccount,
  programmeAccounts,
  programmeLabel,
  programmesAlike,
  programmesMeant,
} from '#shared/places/programmes.ts';
import { type Account, type Balance, isShared } from '#shared/wallet/holdings.ts';
import { bankLabel, banksAlike, banksNamed, knownBanks } from '#shared/wallet/transfer-table.ts';

/** `Citi ThankYou`, `Air Canada Aeroplan`; with its owner where balances of several are there: `Ana: Citi ThankYou`. */
export const balanceLabel = (
  balance: Pick<Balance, 'owner' | 'kind' | 'name'>,
  all: readonly Pick<Balance, 'owner'>[],
): string => (isShared(all) ? `${balance.owner}: ${accountLabel(balance)}` : accountLabel(balance));

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

type Problem = { problem: string };

/** The only one of those that a name means; otherwise the question which, of those or of what is like it, in its labels. */
function onlyOne(
  what: string,
  named: readonly string[],
  label: (name: string) => string,
  alike: readonly string[],
): string | null | Problem {
  const [only = null] = named;
  if (named.length > 1) return { problem: `Which one? Choose ${listLabel(named.map(label), 'one')}.` };
  return named.length === 1 || alike.length === 0
    ? only
    : {
        problem: `No ${what} is called so. Did you mean ${listLabel(alike.map(label), 'one')}? Choose it from the list.`,
      };
}

/**
 * A bank from typed text, `Citi ThankYou`, `Citi TY` or `citi`: its word in the transfers, otherwise as typed. A name that
 * several have, such as `Amex`, and one that only resembles a bank's, such as `One`, are left to the user.
 */
export function bankNamed(typed: string): { bank: string; problem?: undefined } | Problem {
  const name = typed.trim();
  if (name === '') return { problem: 'Name the bank.' };
  const bank = onlyOne('bank', banksNamed(name), bankLabel, banksAlike(name)) ?? name;
  return typeof bank === 'string' ? { bank } : bank;
}

/** What is said of a bank that Milepost does not know; empty for any other. */
export const unknownBankHint = (typed: string): string =>
  typed.trim() === '' || bankNames(typed).length > 0
    ? ''
    : 'Milepost knows no bank called so. Its points count through the transfers that you add.';

/**
 * A programme from typed text, by its present, former or partial name: the account that its miles lie in. A name that
 * several have, such as `Avios`, is left to the user.
 * @param others programmes of records that the pack does not know, by the service's words
 */
export function programmeNamed(
  typed: string,
  others: readonly string[],
): { programme: string; problem?: undefined } | Problem {
  const name = typed.trim();
  if (name === '') return { problem: 'Name the programme.' };
  if (others.includes(name)) return { programme: name };
  const named = new Set(
    labelled(name, others) ?? programmesMeant(name).map((word) => programmeAccount(word)),
  );
  const programme = onlyOne('programme', [...named], programmeLabel, programmesAlike(name));
  if (programme === null) return { problem: 'No programme is known by this name. Choose one from the list.' };
  return typeof programme === 'string' ? { programme } : programme;
}

/** The programme whose label, as the list shows it, a text is; null where it is none. */
function labelled(text: string, others: readonly string[]): string[] | null {
  const found = programmeChoices(others).find(({ label }) => label === text);
  return found === undefined ? null : [found.value];
}

/** The names of programmes to choose from, those that a typed text means; all of them before anything is typed. */
export function programmeNames(typed: string, others: readonly string[]): string[] {
  const all = programmeChoices(others);
  if (typed.trim() === '') return all.map(({ label }) => label);
  const named = programmesMeant(typed);
  const meant = new Set(
    (named.length > 0 ? named : programmesAlike(typed)).map((word) => programmeAccount(word)),
  );
  const wanted = typed.trim().toLowerCase();
  return all
    .filter(({ value, label }) => meant.has(value) || label.toLowerCase().includes(wanted))
    .map(({ label }) => label);
}

/** The names of banks to choose from, those that a typed text means; all of them before anything is typed. */
export const bankNames = (typed: string): string[] => {
  const all = knownBanks().map(({ bank }) => bank);
  return (typed.trim() === '' ? all : [...banksNamed(typed), ...banksAlike(typed)])
    .map(bankLabel)
    .sort(compareNames);
};
