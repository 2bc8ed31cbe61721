import { expect, it } from 'vitest';
import { terminalCommands } from './terminal-commands.ts';

const here = {
  programRoot: '/home/kim/milepost',
  dataDir: '/home/kim/.local/share/Milepost',
  platform: 'linux',
} as const;
const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const eur = (units: string) => ({ currency: 'EUR', units, exponent: 2 });
const LIMITS = { perCall: usd('50000'), perDay: usd('1000000'), perMonth: usd('10000000') };

it('names the program, the marketplace and the data folder in each command', () => {
  expect(terminalCommands(here).storeKey('https://market.example')).toBe(
    'npm --prefix /home/kim/milepost run key -- set --marketplace https://market.example --data-dir /home/kim/.local/share/Milepost',
  );
  expect(terminalCommands(here).keyForOneRun('https://market.example')).toContain(
    'run host -- --key-stdin --marketplace https://market.example',
  );
});

it('quotes what a shell would read as more than a text', () => {
  const spaced = { ...here, dataDir: "/home/kim's data; rm -rf $HOME" };
  expect(terminalCommands(spaced).storeKey('https://market.example/a?b=`c`')).toMatch(
    / --marketplace 'https:\/\/market\.example\/a\?b=`c`' --data-dir '\/home\/kim'\\''s data; rm -rf \$HOME'$/u,
  );
  const windows = { ...here, platform: 'win32' as const, dataDir: 'C:\\Users\\Kim Lee\\Milepost' };
  expect(terminalCommands(windows).storeKey('https://market.example')).toContain(
    '--data-dir "C:\\Users\\Kim Lee\\Milepost"',
  );
});

it('sets the limits that were asked for, in the currency that they are in', () => {
  const { setLimits } = terminalCommands(here);
  expect(setLimits(LIMITS, { ...LIMITS, perCall: usd('100000') })).toContain(
    'run limits -- --per-call 0.100000 --per-day 1.000000 --per-month 10.000000 --data-dir',
  );
  const others = [{ perCall: eur('10'), perDay: eur('100'), perMonth: eur('1000') }];
  expect(setLimits(LIMITS, { ...LIMITS, others })).toContain(
    '--per-call 0.10 --per-day 1.00 --per-month 10.00 --currency EUR --data-dir',
  );
  expect(setLimits(LIMITS, LIMITS)).toBeNull();
});

it('has none to show where the program was packed', () => {
  expect(terminalCommands({ ...here, programRoot: null }).storeKey('https://market.example')).toBeNull();
});
