import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import { byCount, plural } from '#shared/formats.ts';

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const some = (count: number, one: string, many?: string): string[] =>
  count === 0 ? [] : [many === undefined ? plural(count, one) : plural(count, one, many)];

/** As Purchases counts them: a quote that was not bought is no purchase. */
const bought = (purchases: number, quotes: number): string[] => [
  ...some(purchases, 'purchase'),
  ...some(quotes, 'quote not bought', 'quotes not bought'),
];

/** What a backup contains, in a sentence. */
export function contentsLabel(contents: BackupContents): string {
  const held = list([
    ...some(contents.searches, 'search', 'searches'),
    ...some(contents.runs, 'run'),
    ...some(contents.records, 'record'),
    ...bought(contents.purchases, contents.quotes),
    ...some(contents.trips, 'trip'),
    ...some(contents.marks, 'marked record'),
    ...some(contents.balances, 'balance'),
    ...some(contents.answers, 'booking answer'),
  ]);
  return held === '' ? 'It holds nothing.' : `It holds ${held}.`;
}

/** A sentence about some of them; none where there are none. */
const about = (count: number, forms: Parameters<typeof byCount>[1]): string[] =>
  count > 0 ? [byCount(count, forms)] : [];

/** What restoring it here would do, one sentence each. */
export function outcomeMessages(contents: BackupContents): string[] {
  const added = list([
    ...bought(contents.newPurchases, contents.newQuotes),
    ...some(contents.newPages, 'page of records', 'pages of records'),
    ...some(contents.newTrips, 'trip'),
    ...some(contents.newBalances, 'balance'),
    ...some(contents.newAnswers, 'booking answer'),
  ]);
  return [
    added === ''
      ? 'All of its purchases, pages, trips, balances and booking answers are here already.'
      : `It would add ${added}.`,
    'Nothing that is here is lost or replaced by something older.',
    ...about(contents.unresolved, {
      one: '# purchase in it is not settled: it counts as spent until the service says how it stands.',
      other: '# purchases in it are not settled: they count as spent until the service says how they stand.',
    }),
    ...about(contents.lowered, {
      one: 'Of # purchase it says that less was charged than counts as spent here: you are asked outside this page whether that is right.',
      other:
        'Of # purchases it says that less was charged than counts as spent here: you are asked outside this page whether that is right.',
    }),
    ...about(contents.permissions, {
      one: '# permission to spend without asking ends here: give it again on this machine if you want it.',
      other:
        '# permissions to spend without asking end here: give them again on this machine if you want them.',
    }),
    'Your key, your limits and the settings of this machine stay as they are.',
    ...contents.marketplaces
      .filter(({ inUse, purchases }) => !inUse && purchases > 0)
      .map(({ name, purchases }) =>
        byCount(purchases, {
          one: `# purchase was made at ${name}: its results are seen while that marketplace is in use.`,
          other: `# purchases were made at ${name}: their results are seen while that marketplace is in use.`,
        }),
      ),
  ];
}

/** What a restore did, one sentence each; the first is a summary. */
export function restoredMessages(restored: Restored): string[] {
  const added = list([
    ...bought(restored.purchases, restored.quotes),
    ...some(restored.pages, 'page of records', 'pages of records'),
    ...some(restored.records, 'record'),
    ...some(restored.trips, 'trip'),
    ...some(restored.marks, 'marked record'),
    ...some(restored.balances, 'balance'),
    ...some(restored.answers, 'booking answer'),
  ]);
  return [
    added === '' ? 'Everything in the backup was here already.' : `Restored: ${added}.`,
    ...about(restored.settled, {
      one: '# purchase that was open here is settled now.',
      other: '# purchases that were open here are settled now.',
    }),
    ...about(restored.unresolved, {
      one: '# purchase is not settled yet; see Purchases.',
      other: '# purchases are not settled yet; see Purchases.',
    }),
    ...about(restored.unresolvedDemo, {
      one: '# open order was given to the demo marketplace of another machine, which cannot be asked from here: send it again under Purchases, and the demo here refuses it, which settles it. None of it is money.',
      other:
        '# open orders were given to the demo marketplace of another machine, which cannot be asked from here: send each again under Purchases, and the demo here refuses it, which settles it. None of it is money.',
    }),
    ...about(restored.heldBack, {
      one: '# purchase counts as before until the service says how it stands.',
      other: '# purchases count as before until the service says how they stand.',
    }),
    ...about(restored.voided, {
      one: '# quote that waited for approval is void.',
      other: '# quotes that waited for approval are void.',
    }),
    ...about(restored.permissionsEnded, {
      one: '# permission ended: give it again on this machine if you want it.',
      other: '# permissions ended: give them again on this machine if you want them.',
    }),
    ...about(restored.pagesWithoutAnswer, {
      one: '# page of records could not be restored: the answer paid for is not in the backup.',
      other: '# pages of records could not be restored: the answers paid for are not in the backup.',
    }),
    ...(restored.renumbered
      ? ['Runs of the backup lie between those that were here, so runs have other numbers now.']
      : []),
  ];
}
