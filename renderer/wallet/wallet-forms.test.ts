import { afterEach, expect, it } from 'vitest';
import { type FormatChoice, SYSTEM_FORMATS, setFormats } from '#shared/formats.ts';
import { bankNames, programmeNames, unknownBankHint } from './account-names.ts';
import { NO_BALANCE, readBalance, sameAccount, typedBalance } from './balance-form.ts';
import { NO_LINE, readLine } from './transfer-form.ts';

afterEach(() => setFormats(SYSTEM_FORMATS, 'en-GB'));

it('reads a stored balance as the form shows it, with any reader’s separators', () => {
  const stored = {
    owner: 'Ana',
    kind: 'programme',
    name: 'united',
    points: 1_145_000,
    expires: null,
  } as const;
  const marks: FormatChoice['numbers'][] = ['1,234.5', '1.234,5', '1 234,5', '1’234.5', '12,34,567.5'];
  for (const numbers of marks) {
    setFormats({ ...SYSTEM_FORMATS, numbers }, 'en-GB');
    expect(readBalance(typedBalance(stored)).balance).toEqual(stored);
  }
});

it('reads a balance, a known bank by its word in the table and another by its name', () => {
  const typed = { owner: 'You', kind: 'bank' as const, name: 'citi thankyou', points: '45,000', expires: '' };
  expect(readBalance(typed).balance).toEqual({
    owner: 'You',
    kind: 'bank',
    name: 'citi',
    points: 45_000,
    expires: null,
  });
  for (const name of ['CITI', 'Citi TY']) expect(readBalance({ ...typed, name }).balance?.name).toBe('citi');
  expect(readBalance({ ...typed, name: ' Village Bank ', expires: '2027-12-31' }).balance).toMatchObject({
    name: 'Village Bank',
    expires: '2027-12-31',
  });
});

it.each([
  ['One', 'Capital One miles'],
  ['UK', 'American Express Membership Rewards (UK)'],
  ['Freedom', 'Chase Ultimate Rewards'],
  ['Canada', 'RBC Avion Rewards'],
  ['Gold', 'American Express Membership Rewards (Australia)'],
])('asks which bank is meant by a word that is part of its name or its country: %s', (name, bank) => {
  const { balance, problems } = readBalance({ ...NO_BALANCE, kind: 'bank', name, points: '1' });
  expect(balance).toBeNull();
  expect(problems.name).toContain(bank);
  expect(bankNames(name)).toContain(bank);
  expect(unknownBankHint(name)).toBe('');
});

it.each(['HSBC', 'US Bank', 'HSBC UK', 'Barclays', 'Amex Japan', 'Visa'])(
  'takes a bank that it does not know as the user’s own, and says that it does not know it: %s',
  (name) => {
    const { balance } = readBalance({ ...NO_BALANCE, kind: 'bank', name, points: '1' });
    expect(balance?.name).toBe(name);
    expect(bankNames(name)).toEqual([]);
    expect(unknownBankHint(name)).not.toBe('');
  },
);

it('asks which programme is meant where a name is like one, and takes none', () => {
  const { balance, problems } = readBalance({
    ...NO_BALANCE,
    kind: 'programme',
    name: 'Aeroplann',
    points: '1',
  });
  expect(balance).toBeNull();
  expect(problems.name).toContain('Air Canada Aeroplan');
  expect(programmeNames('Aeroplann', [])).toEqual(['Air Canada Aeroplan']);
});

it('shows an error for each invalid field of a balance', () => {
  const { balance, problems } = readBalance({ ...NO_BALANCE, points: 'many', expires: 'soon' });
  expect(balance).toBeNull();
  expect(Object.keys(problems).sort()).toEqual(['expires', 'name', 'points']);
});

it('reads a transfer, whose bonus is optional', () => {
  const typed = { ...NO_LINE, bank: 'Bilt Rewards', programme: 'alaska' };
  expect(readLine(typed).line).toEqual({
    bank: 'bilt',
    programme: 'alaska',
    points: 1,
    miles: 1,
    minimum: 1_000,
    step: 1_000,
    blockPoints: 0,
    blockMiles: 0,
    bonusPercent: 0,
    bonusUntil: null,
  });
  const blocks = { blockPoints: '60,000', blockMiles: '5,000' };
  expect(readLine({ ...typed, ...blocks }).line).toMatchObject({ blockPoints: 60_000, blockMiles: 5_000 });
  expect(readLine({ ...typed, ...blocks, blockMiles: '' }).problems).toHaveProperty('blockMiles');
  expect(readLine({ ...typed, bonusPercent: '30', bonusUntil: '2027-01-31' }).line).toMatchObject({
    bonusPercent: 30,
    bonusUntil: '2027-01-31',
  });
});

it('shows an error for each invalid field of a transfer', () => {
  const wrong = { ...NO_LINE, points: '0', step: '1.5', bonusPercent: '2000', bonusUntil: 'June' };
  expect(readLine(wrong).line).toBeNull();
  expect(Object.keys(readLine(wrong).problems).sort()).toEqual([
    'bank',
    'bonusPercent',
    'bonusUntil',
    'points',
    'programme',
    'step',
  ]);
});

it('reads a programme by any name that people use, and asks where several have it', () => {
  const named = (name: string) => readBalance({ ...NO_BALANCE, name, points: '45000' }, ['noprogramme']);
  for (const [name, programme] of [
    ['Executive Club', 'british_airways'],
    ['Mileage Plan', 'alaska'],
    ['HawaiianMiles', 'alaska'],
    ['skypass', 'korean'],
    ['The British Airways Club', 'british_airways'],
    ['noprogramme', 'noprogramme'],
  ] as const)
    expect(named(name).balance?.name, name).toBe(programme);
  expect(named('Avios').problems.name).toContain('Iberia');
  for (const name of ['', 'Mielage Plan', 'constructor']) expect(named(name).balance, name).toBeNull();
  expect(readLine({ ...NO_LINE, bank: 'citi', programme: 'Avios' }).problems.programme).toContain('Qatar');
});

it('finds the account of a merged programme again under its former names, of the same owner only', () => {
  const named = (name: string, owner = 'You') =>
    readBalance({ ...NO_BALANCE, owner, name, points: '45000' }).balance ?? expect.fail(name);
  const held = { ...named('HawaiianMiles'), balanceId: 'a' };
  expect(sameAccount([held], named('Mileage Plan'), null)).toBe(held);
  expect(sameAccount([held], named('Mileage Plan', 'Ana'), null)).toBeNull();
  expect(sameAccount([held], named('United MileagePlus'), null)).toBeNull();
  expect(sameAccount([held], named('Mileage Plan'), 'a')).toBeNull();
});
