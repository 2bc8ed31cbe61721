import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import { plural } from '#shared/formats.ts';

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const some = (count: number, one: string, many?: string): string[] =>
  count === 0 ? [] : [many === undefined ? plural(count, one) : plural(count, one, many)];

/** What a backup holds, in a sentence. */
export function contentsLabel(contents: BackupContents): string {
  const held = list([
    ...some(contents.searches, 'search', 'searches'),
    ...some(contents.runs, 'run'),
    ...some(contents.records, 'record'),
    ...some(contents.purchases, 'purchase'),
    ...some(contents.trips, 'trip'),
    ...some(contents.marks, 'marked record'),
    ...some(contents.templates, 'template'),
  ]);
  return held === '' ? 'It holds nothing.' : `It holds ${held}.`;
}

/** What would come of it here, one sentence each. */
export function outcomeMessages(contents: BackupContents): string[] {
  const added = list([
    ...some(contents.newPurchases, 'purchase'),
    ...some(contents.newPages, 'page of records', 'pages of records'),
    ...some(contents.newTrips, 'trip'),
  ]);
  const others = contents.marketplaces.filter(({ inUse }) => !inUse);
  return [
    added === ''
      ? 'All of its purchases, pages and trips are here already.'
      : `${added} of it ${/^1 [^,]*$/u.test(added) && !added.includes(' and ') ? 'is' : 'are'} not here yet and would be added.`,
    'Nothing that is here is lost or replaced by something older.',
    ...(contents.unresolved > 0
      ? [
          `${plural(contents.unresolved, 'purchase')} in it ${contents.unresolved === 1 ? 'is' : 'are'} not settled: ${contents.unresolved === 1 ? 'it counts' : 'they count'} as spent until the service says how ${contents.unresolved === 1 ? 'it stands' : 'they stand'}.`,
        ]
      : []),
    ...(contents.lowered > 0
      ? [
          `Of ${plural(contents.lowered, 'purchase')} it says that less was charged than counts as spent here: you are asked outside this page whether that is to be believed.`,
        ]
      : []),
    ...(contents.permissions > 0
      ? [
          `${plural(contents.permissions, 'permission')} to spend without asking ${contents.permissions === 1 ? 'ends' : 'end'} here: give ${contents.permissions === 1 ? 'it' : 'them'} again on this machine if you want ${contents.permissions === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    'Your access key, your limits and the settings of this machine stay as they are.',
    ...others.map(
      ({ name, purchases }) =>
        `${plural(purchases, 'purchase')} ${purchases === 1 ? 'was' : 'were'} made at ${name}: ${purchases === 1 ? 'its' : 'their'} results are seen while that marketplace is chosen above.`,
    ),
  ];
}

/** What a restore did, one sentence each; the first says it in short. */
export function restoredMessages(restored: Restored): string[] {
  const added = list([
    ...some(restored.purchases, 'purchase'),
    ...some(restored.pages, 'page of records', 'pages of records'),
    ...some(restored.records, 'record'),
    ...some(restored.trips, 'trip'),
    ...some(restored.marks, 'marked record'),
    ...some(restored.templates, 'template'),
  ]);
  return [
    added === '' ? 'Everything in the backup was here already.' : `Restored: ${added}.`,
    ...(restored.settled > 0
      ? [
          `${plural(restored.settled, 'purchase')} that ${restored.settled === 1 ? 'was' : 'were'} open here ${restored.settled === 1 ? 'is' : 'are'} settled now.`,
        ]
      : []),
    ...(restored.unresolved > 0
      ? [
          `${plural(restored.unresolved, 'purchase')} ${restored.unresolved === 1 ? 'is' : 'are'} not settled yet; see Purchases.`,
        ]
      : []),
    ...(restored.unresolvedDemo > 0
      ? [
          `${plural(restored.unresolvedDemo, 'open order')} ${restored.unresolvedDemo === 1 ? 'was' : 'were'} given to the demo marketplace of another machine, which cannot be asked from here: send ${restored.unresolvedDemo === 1 ? 'it' : 'each'} again under Purchases, and the demo here refuses it, which settles it. None of it is money.`,
        ]
      : []),
    ...(restored.heldBack > 0
      ? [
          `${plural(restored.heldBack, 'purchase')} ${restored.heldBack === 1 ? 'counts' : 'count'} as before until the service says how ${restored.heldBack === 1 ? 'it stands' : 'they stand'}.`,
        ]
      : []),
    ...(restored.voided > 0
      ? [
          `${plural(restored.voided, 'quote')} that waited for approval ${restored.voided === 1 ? 'is' : 'are'} void.`,
        ]
      : []),
    ...(restored.permissionsEnded > 0
      ? [
          `${plural(restored.permissionsEnded, 'permission')} ended: give ${restored.permissionsEnded === 1 ? 'it' : 'them'} again on this machine if you want ${restored.permissionsEnded === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(restored.pagesWithoutAnswer > 0
      ? [
          `${plural(restored.pagesWithoutAnswer, 'page of records', 'pages of records')} could not be taken over, because the answer paid for is not in the backup.`,
        ]
      : []),
    ...(restored.renumbered
      ? ['Runs of the backup lie between those that were here, so runs have other numbers now.']
      : []),
  ];
}
