import { z } from 'zod';
import { type SavedView, savedViewSchema, viewPathSchema } from '#shared/contract/program/views.ts';
import { compareNames } from '#shared/formats.ts';
import type { BackupPart, Renamed } from '../backup/part.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { SAVED_VIEWS } from './views.ts';

type Names = Pick<Renamed, 'searches' | 'runs'>;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

/** Maps all IDs to the local ones; undefined if one is missing. */
function mapIds(ids: readonly number[], names: ReadonlyMap<number, number>): number[] | undefined {
  const renamed = ids.flatMap((id) => names.get(id) ?? []);
  return renamed.length === ids.length ? renamed : undefined;
}

/** A value with its IDs mapped to the local ones; undefined if one is missing. */
function mapValue(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) {
    const all = value.map((each) => mapValue(each, names));
    return all.includes(undefined) ? undefined : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (name === 'searchId' && typeof member === 'number') return [name, names.searches.get(member)];
    if (name === 'runId' && typeof member === 'number') return [name, names.runs.get(member)];
    if (name === 'searchIds' && isNumbers(member)) return [name, mapIds(member, names.searches)];
    if (name === 'runIds' && isNumbers(member)) return [name, mapIds(member, names.runs)];
    return [name, mapValue(member, names)];
  });
  return entries.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(entries);
}

/** The address of a view with local IDs of searches and runs; null if one is missing. */
function mapPath(path: string, names: Names): string | null {
  const [place = '', query] = path.split('?', 2);
  if (query === undefined) return path;
  const members = new URLSearchParams(query);
  let changed = false;
  for (const [name, text] of [...members]) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      continue;
    }
    const renamed = mapValue(value, names);
    if (renamed === undefined) return null;
    if (JSON.stringify(renamed) === JSON.stringify(value)) continue;
    members.set(name, JSON.stringify(renamed));
    changed = true;
  }
  return changed ? `${place}?${members}` : path;
}

/** Adds saved views whose names do not exist here. */
function mergeViews(db: DatabaseConnection, names: Renamed): void {
  const settings = storedSettings(db);
  const there = db.prepare<[string], string>('SELECT value FROM other.settings WHERE name = ?').pluck();
  const views = (text: string | undefined): SavedView[] => {
    if (text === undefined) return [];
    const read = z.array(savedViewSchema.extend({ path: viewPathSchema })).safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  };
  const before = settings.read(SAVED_VIEWS, z.array(savedViewSchema)) ?? [];
  const searchesHere = new Map(
    db
      .prepare<[], number>('SELECT id FROM main.award_searches')
      .pluck()
      .all()
      .map((id) => [id, id]),
  );
  const merged = before.map((view) => ({
    ...view,
    path:
      names.runsHere === null
        ? view.path
        : (mapPath(view.path, { searches: searchesHere, runs: names.runsHere }) ?? view.path),
  }));
  for (const view of views(there.get(SAVED_VIEWS))) {
    const path = mapPath(view.path, names);
    if (path === null || merged.some(({ name }) => compareNames(name, view.name) === 0)) continue;
    merged.push({ ...view, path, viewId: Math.max(0, ...merged.map(({ viewId }) => viewId)) + 1 });
  }
  if (JSON.stringify(merged) !== JSON.stringify(before)) settings.write(SAVED_VIEWS, merged);
}

/** Views are stored as settings, which otherwise stay on their machine. */
export const viewsBackup: BackupPart = {
  tables: [],
  merge: ({ db }) => ({ finish: (names) => mergeViews(db, names) }),
};
