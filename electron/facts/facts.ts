import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Status } from '#shared/contract/status.ts';
import { type CalendarDate, localDay } from '#shared/dates.ts';
import airlines from '#shared/facts/airlines.json' with { type: 'json' };
import bookingLinks from '#shared/facts/booking-links.json' with { type: 'json' };
import { inUse } from '#shared/facts/in-use.ts';
import { PACK_KINDS, type Pack, type PackKind } from '#shared/facts/pack.ts';
import places from '#shared/facts/places.json' with { type: 'json' };
import programmes from '#shared/facts/programmes.json' with { type: 'json' };
import transfers from '#shared/facts/transfers.json' with { type: 'json' };
import { listLabel, plainDate } from '#shared/formats.ts';
import { airportNamesInUse } from '../places/airport-names.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import {
  applyStoredPacks,
  type LoadedPack,
  loadedPacks,
  readLoadedPack,
  writeLoadedPack,
} from './loaded-packs.ts';
import { checkPack, packDifference, packLinesOf, pastLines } from './pack-checks.ts';

/** The shipped packs by kind. */
export const SHIPPED_PACKS = {
  airlines,
  programmes,
  transfers,
  places,
  'booking-links': bookingLinks,
} as unknown as { [Kind in PackKind]: Pack<Kind> };

/** What each pack is of. */
const CONTENT: Readonly<Record<PackKind, string>> = {
  airlines: 'airlines and alliances',
  programmes: 'programmes',
  transfers: 'transfers of points',
  places: 'airports and places',
  'booking-links': 'links to booking pages',
};

/** The packs in use that are past their date, told on every screen: a name or a link anywhere may come from them. */
export function pastPacks(today: CalendarDate): NonNullable<Status['dataProblems']> {
  const past = PACK_KINDS.map((kind) => inUse<Pack>(SHIPPED_PACKS[kind])).filter(
    ({ valid_until }) => valid_until < today,
  );
  const named = past.map(({ pack, as_of }) => `${CONTENT[pack]} (as of ${plainDate(as_of)})`);
  return past.length === 0
    ? []
    : [
        {
          words: `Past their date, and perhaps untrue by now: what Milepost knows of ${listLabel(named)}. Get a newer version, or load newer packs.`,
          path: '/settings/general/facts',
          action: 'Open Settings',
        },
      ];
}

const EXAMPLES = 8;
/** Three times as many as the largest pack that is shipped: each costs the check of a file some microseconds. */
const MAX_NAMES = 20_000;

export type FactsDeps = {
  settings: StoredSettings;
  /** UTC ms. */
  clock: () => number;
  /** Called once other packs are in use, for what is derived from them. */
  onChange: () => void;
};

/** Reads, checks and stores packs of facts; a file's text comes from the page, since the user chose it there. */
export function factHandlers({ settings, clock, onChange }: FactsDeps): ContractHandlers['facts'] {
  const today = () => localDay(clock());
  const described = (pack: Pack) => ({
    kind: pack.pack,
    asOf: pack.as_of,
    until: pack.valid_until,
    lines: packLinesOf(pack).length,
    pastLines: pastLines(pack, today()).length,
    loadedAt: null,
  });
  const read = () => ({
    today: today(),
    packs: PACK_KINDS.map((kind) => {
      const pack = inUse<Pack>(SHIPPED_PACKS[kind]);
      const stored = pack === SHIPPED_PACKS[kind] ? undefined : readLoadedPack(settings, kind);
      return { ...described(pack), loadedAt: stored?.loadedAt ?? null };
    }),
  });
  function packIn(text: string): Pack {
    if ((text.match(/"\s*:/gu)?.length ?? 0) > MAX_NAMES)
      fail('not_a_pack', 'This file is no pack of facts: it names more than any has. Nothing was changed.');
    let value: unknown;
    try {
      value = JSON.parse(text.replace(/^\uFEFF/u, ''));
    } catch {
      fail('not_a_pack', 'This file is no pack of facts: it is not JSON. Nothing was changed.');
    }
    const { pack, failures } = checkPack(value) as { pack?: Pack; failures?: string[] };
    if (pack === undefined)
      fail(
        'not_a_pack',
        `This file is no valid pack of facts. Nothing was changed. ${failures?.join(' ') ?? ''}`,
      );
    return pack;
  }
  async function changed(kind: PackKind, loaded: LoadedPack) {
    writeLoadedPack(settings, kind, loaded);
    await applyStoredPacks(settings);
    onChange();
    return read();
  }
  return {
    read,
    loaded: async () => {
      const names = await airportNamesInUse();
      return {
        packs: loadedPacks(settings),
        airportNames: names === null ? null : names.map((row) => row.map((text) => text ?? '')),
      };
    },
    preview: ({ text }) => {
      const pack = packIn(text);
      const before = inUse<Pack>(SHIPPED_PACKS[pack.pack]);
      const { added, changed: differing, removed } = packDifference(pack, before);
      return {
        ...described(pack),
        inUseAsOf: before.as_of,
        isNewer: pack.as_of > before.as_of,
        added: added.length,
        changed: differing.length,
        removed: removed.length,
        examples: [...differing, ...added, ...removed].slice(0, EXAMPLES),
      };
    },
    load: async ({ text }) => {
      const pack = packIn(text);
      const before = inUse<Pack>(SHIPPED_PACKS[pack.pack]);
      if (pack.as_of <= before.as_of)
        fail(
          'not_newer',
          `This pack is of ${plainDate(pack.as_of)}, and the one in use of ${plainDate(before.as_of)}. Nothing was changed.`,
        );
      return changed(pack.pack, {
        pack,
        loadedAt: clock(),
        before: readLoadedPack(settings, pack.pack)?.pack ?? null,
      });
    },
    undo: ({ kind }) => {
      const stored = readLoadedPack(settings, kind);
      if (stored?.pack == null) fail('nothing_to_undo', 'No pack of this kind is loaded.');
      return changed(kind, { pack: stored.before, loadedAt: clock(), before: null });
    },
  };
}
