import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import { TRAVELLERS_MAX, type Wallet } from '#shared/contract/wallet.ts';
import { isoInstant } from '#shared/dates.ts';
import { plural } from '#shared/formats.ts';
import { programmeAccount, programmeLabel } from '#shared/places/programmes.ts';
import type { WalletOption } from '#shared/planning/one-award.ts';
import type { Payment } from '#shared/planning/payment.ts';
import {
  isPayable,
  optionLabel,
  optionNotes,
  otherOptions,
  walletOption,
} from '#shared/records/wallet-labels.ts';
import { bonusOn } from '#shared/wallet/transfer.ts';
import { bankLabel, transferTable } from '#shared/wallet/transfer-table.ts';
import { defineTool, found, outsideText, outsideTextSchema } from '../answer.ts';
import { createArgumentReader } from '../argument-reader.ts';
import { awardSchema, awardsOf, whole } from '../awards.ts';
import { awardArguments, findAward } from '../find-award.ts';

/** Most ways to pay that are listed; further ones are only counted. */
const MAX_WAYS = 10;

const transferSchema = z.object({
  bank: outsideTextSchema.describe('A bank that the user added is named as they named it.'),
  points: z.int(),
  ratio: z.object({ points: z.int(), miles: z.int() }),
  bonus_percent: z.int(),
  bonus_until: z.string().nullable(),
});

const result = {
  award: awardSchema,
  travellers: z.int(),
  miles_needed: z.int(),
  state: z.enum(['bookable_now', 'with_transfer', 'short']),
  in_words: z.string(),
  ways: z
    .array(z.array(transferSchema))
    .describe(
      'Each way alone is enough, beside the miles that are there; the first needs the fewest points.',
    ),
  ways_in_all: z.int().describe(`At most ${MAX_WAYS} are given.`),
  short_by: z.int().describe('Miles that are missing with every transfer that there is.'),
  caveats: z.array(z.string()),
};

const STATES = { bookable: 'bookable_now', transfer: 'with_transfer', short: 'short' } as const;

export const getWalletOptions = defineTool({
  name: 'get_wallet_options',
  title: 'Get wallet options',
  description:
    'Whether the balances that the user typed pay for one award, and with which transfers of bank points. It gives the answer for that award and not the balances themselves. Transfers cannot be undone, and nothing is moved or booked by this.',
  reads: true,
  input: z.strictObject({
    ...awardArguments,
    travellers: whole(1, TRAVELLERS_MAX).optional().describe('Absent: as the user set it.'),
  }),
  covered: z.object({
    transfer_table_as_of: z.string(),
    transfer_table_stale: z.boolean(),
    wallet_changed_at: z.string(),
  }),
  result,
  async run(input, sources) {
    const words = createArgumentReader(sources);
    const row = await findAward(input, sources, words);
    const [award] = awardsOf([row], sources);
    if (award === undefined) fail('not_found', 'This record is not stored here any more.');
    const stored = sources.wallet();
    if (stored.balances.length === 0)
      fail('empty_wallet', 'The user has typed no balances into the wallet of Milepost.');
    if (!isPayable(row, stored.today))
      fail(
        'no_price',
        'This award has departed, has no award space, or gives no miles: there is nothing to pay for.',
      );
    const wallet: Wallet = { ...stored, travellers: input.travellers ?? stored.travellers };
    const option = walletOption(wallet, row.programme, row.miles);
    const seats =
      row.seats !== null && row.seats < wallet.travellers
        ? [`${plural(row.seats, 'seat')} seen, for ${plural(wallet.travellers, 'traveller')}.`]
        : [];
    const others = otherOptions(wallet, row.programme, row.miles, option);
    const ways = waysOf(option.kind === 'transfer' ? [option.payment, ...others] : [], wallet.today);
    const needed = row.miles * wallet.travellers;
    return found({
      observedAt: row.seenAt,
      understood: words.understood,
      covered: {
        transfer_table_as_of: transferTable().asOf,
        transfer_table_stale: wallet.today > transferTable().until,
        wallet_changed_at: isoInstant(Math.max(...wallet.balances.map(({ updatedAt }) => updatedAt))),
      },
      rows: [],
      total: 0,
      result: () => ({
        award,
        travellers: wallet.travellers,
        miles_needed: needed,
        state: STATES[option.kind],
        in_words: optionLabel(
          option.kind === 'short' ? option : { ...option, payment: { ...option.payment, moves: [] } },
          { ...wallet, balances: [] },
        ),
        ways: ways.slice(0, MAX_WAYS),
        ways_in_all: ways.length,
        short_by: option.kind === 'short' ? option.by : 0,
        caveats: [
          ...seats,
          ...movedFirst(option),
          ...optionNotes(option, wallet, programmeAccount(row.programme)),
        ],
      }),
    });
  },
});

/** Which programmes' miles are moved, and not how many, which would state a balance. */
const movedFirst = (option: WalletOption): string[] =>
  option.kind === 'short'
    ? []
    : [...new Set(option.payment.moves.flatMap(({ from, to }) => (from === to ? [] : from)))].map(
        (from) => `Miles of ${programmeLabel(from)} are moved first.`,
      );

const waysOf = (payments: readonly Payment[], today: string): z.input<typeof result.ways> =>
  payments.map(({ transfers }) =>
    transfers.map(({ line, points }) => ({
      bank: outsideText(bankLabel(line.bank)),
      points,
      ratio: { points: line.points, miles: line.miles },
      bonus_percent: bonusOn(line, today),
      bonus_until: line.bonusUntil,
    })),
  );
