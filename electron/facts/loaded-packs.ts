/** The packs of facts that the user loaded: stored in the settings of this machine, and used by every thread. */
import { z } from 'zod';
import { setPacks } from '#shared/facts/in-use.ts';
import { PACK_KINDS, PACK_SCHEMAS, type Pack, type PackKind } from '#shared/facts/pack.ts';
import { setAirportNames } from '#shared/places/names.ts';
import { airportNamesInUse } from '../places/airport-names.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const REVISION = 'facts.revision';
const nameOf = (kind: PackKind) => `facts.${kind}`;

/** A loaded pack, and the one that was loaded before it; `pack` is null where the shipped one is used again. */
export type LoadedPack = { pack: Pack | null; loadedAt: number; before: Pack | null };

const loadedSchema = (kind: PackKind) =>
  z.object({
    pack: PACK_SCHEMAS[kind].nullable(),
    loadedAt: z.number(),
    before: PACK_SCHEMAS[kind].nullable(),
  });

export const readLoadedPack = (settings: StoredSettings, kind: PackKind): LoadedPack | undefined =>
  settings.read(nameOf(kind), loadedSchema(kind)) as LoadedPack | undefined;

export function writeLoadedPack(settings: StoredSettings, kind: PackKind, loaded: LoadedPack): void {
  settings.write(nameOf(kind), loaded);
  settings.write(REVISION, (revisionOf(settings) ?? 0) + 1);
}

/** A number that changes with the loaded packs; undefined where none was ever loaded. */
export const revisionOf = (settings: StoredSettings): number | undefined =>
  settings.read(REVISION, z.number());

export const loadedPacks = (settings: StoredSettings): Pack[] =>
  revisionOf(settings) === undefined
    ? []
    : PACK_KINDS.flatMap((kind) => readLoadedPack(settings, kind)?.pack ?? []);

/** Uses the loaded packs in this thread, and the names of airports by them. */
export async function applyStoredPacks(settings: StoredSettings): Promise<void> {
  setPacks(loadedPacks(settings));
  setAirportNames(await airportNamesInUse());
}
