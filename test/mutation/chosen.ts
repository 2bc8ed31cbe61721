/**
 * Tells Stryker which of the faults it could plant it has to try: those that an earlier run left (`MILEPOST_FAULTS_LEFT`, the
 * report of that run), else as many (`MILEPOST_FAULTS_SAMPLE`) as a seed draws. The others pass for faults that the
 * compiler refuses, which no figure counts.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { type Fault, faultsIn, nameOf } from './faults.ts';

type Planted = Fault & { id: string; fileName: string };
type Checked = { status: 'passed' } | { status: 'compileError'; reason: string };

const {
  MILEPOST_FAULTS_LEFT: left,
  MILEPOST_FAULTS_SAMPLE: sample,
  MILEPOST_FAULTS_SEED: seed,
} = process.env;

const drawnBy = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');

function chosenOf(planted: readonly Planted[]): string[] {
  const named = planted.map((one) => ({
    id: one.id,
    name: nameOf(relative(process.cwd(), one.fileName), one, 0),
  }));
  if (left === undefined)
    return named
      .map(({ id, name }) => ({ id, at: drawnBy(name) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .slice(0, Number(sample))
      .map(({ id }) => id);
  const names = new Set(faultsIn(left).flatMap(({ name, isFound }) => (isFound ? [] : [name])));
  const chosen = named.filter(({ name }) => names.has(name)).map(({ id }) => id);
  if (chosen.length !== names.size) throw new Error(`${chosen.length} of ${names.size} faults were planted.`);
  return chosen;
}

/** Stryker asks once, with all faults, how it should group them. */
const chosen = new Set<string>();
const chosenFaults = {
  init: async () => {},
  group: async (planted: readonly Planted[]): Promise<string[][]> => {
    for (const id of chosenOf(planted)) chosen.add(id);
    return [planted.map(({ id }) => id)];
  },
  check: async (planted: readonly Planted[]): Promise<Record<string, Checked>> =>
    Object.fromEntries(
      planted.map(({ id }) => [
        id,
        chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not chosen' },
      ]),
    ),
};

export const strykerPlugins = [{ kind: 'Checker', name: 'chosen', value: chosenFaults }];
