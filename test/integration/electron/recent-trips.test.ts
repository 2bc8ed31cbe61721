/** The trips changed last, in the dock and in the jump list, in the stand-in for Electron. */
import { afterEach, describe, expect, it } from 'vitest';
import { linkTo } from '#shared/milepost-link.ts';
import { quit } from './built-program.ts';
import { invoke, open, quitAfterEach, sent } from './opened-program.ts';

quitAfterEach();

const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
const runsOn = (platform: NodeJS.Platform) =>
  Object.defineProperty(process, 'platform', { ...own, value: platform });
afterEach(() => Object.defineProperty(process, 'platform', own));

const EMPTY = { notes: '', starts: null, ends: null, question: null };

/** A data folder with these trips, and a program on it on another system. */
async function openOn(platform: NodeJS.Platform, titles: readonly string[]) {
  const before = await open();
  const { dataDir } = before;
  const trips: { tripId: string; title: string }[] = [];
  for (const title of titles)
    trips.unshift((await invoke(before, 'trips', 'create', { ...EMPTY, title })) as (typeof trips)[number]);
  await quit(before);
  runsOn(platform);
  const program = await open([], { dataDir });
  program.connection.listen(() => {});
  return { program, trips };
}

describe('the menu of the dock', () => {
  it('names the five trips changed last, each of which opens, and follows them', async () => {
    const { program } = await openOn('darwin', ['One', 'Two', 'Three', 'Four', 'Five', 'S\nx']);
    const labels = () => program.dockMenu().map(({ label }) => label);
    await expect.poll(() => labels().length).toBe(5);
    const trips = (await invoke(program, 'trips', 'list')) as { tripId: string; title: string }[];
    const unnamed = trips.find(({ title }) => !labels().includes(title.replace('\n', ' ')));
    if (unnamed === undefined) throw new Error('all six are named');
    await invoke(program, 'trips', 'change', { ...EMPTY, tripId: unnamed.tripId, title: 'Now' });
    await expect.poll(() => labels()[0]).toBe('Now');
    const [item] = program.dockMenu();
    (item?.click as (() => void) | undefined)?.();
    await expect
      .poll(() => sent(program).filter(([, name]) => name === 'navigate'))
      .toEqual([[expect.any(String), 'navigate', { to: `/trips/${unnamed.tripId}` }]]);
    await invoke(program, 'trips', 'remove', { tripId: unnamed.tripId });
    await expect.poll(labels).not.toContain('Now');
    expect(labels()).toContain('S x');
  });

  it('is empty without trips', async () => {
    const { program } = await openOn('darwin', []);
    await invoke(program, 'trips', 'list');
    expect(program.dockMenu()).toEqual([]);
  });
});

describe('the jump list of Windows', () => {
  it('starts the program on the same data with a link to the trip, and only that', async () => {
    const long = 'Long '.repeat(24).trim();
    const { program, trips } = await openOn('win32', ['Japan', long]);
    const tasks = () => program.wanted('user-tasks').at(-1)?.tasks ?? [];
    await expect.poll(() => tasks().length).toBe(2);
    expect(tasks()[1]).toMatchObject({ title: 'Japan', program: process.execPath });
    expect(Array.from(tasks()[0]?.title ?? '').length).toBeLessThanOrEqual(60);
    expect(tasks()[1]?.arguments).toMatch(
      new RegExp(`"--data-dir" "${program.dataDir}" "${linkTo(`/trips/${trips[1]?.tripId}`)}"$`, 'u'),
    );
    for (const { tripId } of trips) await invoke(program, 'trips', 'remove', { tripId });
    await expect.poll(tasks).toEqual([]);
  });
});
