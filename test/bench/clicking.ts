import type { Page } from '@playwright/test';
import type { Scope } from '#shared/contract/awards.ts';
import { compareAddress } from '../../renderer/addresses/compare-address.ts';
import { CHANGES, type Change } from './changes.ts';
import {
  clickToPaint,
  goTo,
  type Step,
  slowed,
  suddenClickToPaint,
  typedToPaint,
  unannouncedClickToPaint,
} from './in-page.ts';
import { median, type Result, result } from './measure.ts';
import { linkTo, NO_TABLE, ROWS, resultsAddress, scopeAddress, TABLE } from './places.ts';

const ROUNDS = 3;
const GOAL = '≤ 1.5 × floor';
/** Two frames of a screen that paints sixty times a second. */
const UNANNOUNCED_GOAL = '≤ 33.4 ms beyond the database';

export type BenchData = {
  dataDir: string;
  wide: Scope;
  six: readonly Scope[];
  saved: readonly Scope[];
  /** The duration of the same queries written by hand, and of the product's own, in ms. */
  sqlFloors: Readonly<Record<string, number>>;
  database: Readonly<Record<string, number>>;
};

/** Everything that a click opens or changes, until it is painted. @param paint of an empty page, in ms */
export async function measureClicks(page: Page, benchData: BenchData, paint: number): Promise<Result[]> {
  const results: Result[] = [];
  const add = (name: string, timings: readonly number[], sql: string, goal = GOAL) =>
    results.push(result(name, 'ms', goal, median(timings), (benchData.sqlFloors[sql] ?? 0) + paint));
  const first = 'first rows of the widest search';

  const half = Math.min(11, Math.ceil(benchData.saved.length / 2));
  add(
    'click on a saved search to its first rows',
    await timeOpening(page, benchData.saved.slice(0, half)),
    first,
  );
  add(
    'the same, clicked before the pointer rested on it',
    await timeOpening(page, benchData.saved.slice(half, half + 7), suddenClickToPaint),
    first,
    '≤ 100',
  );
  const changed = new Map<string, number[]>();
  const widest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Clears what was read before.
    await page.reload();
    widest.push(...(await timeOpening(page, [benchData.wide])));
    for (const change of CHANGES) {
      const timings = await timeChange(page, benchData.wide, change);
      changed.set(change.name, [...(changed.get(change.name) ?? []), timings]);
    }
  }
  add('click on the widest search to its first rows', widest, first);
  for (const [name, timings] of changed)
    if (isAnnounced(name)) add(`click to rows, ${name}`, timings, name);
    else
      results.push(
        result(`click to rows, ${name}`, 'ms', UNANNOUNCED_GOAL, median(timings), benchData.database[name]),
      );
  add('click to a calendar of 12 months', await timeCalendars(page, benchData), 'its calendar of 12 months');
  add(
    'click to a comparison of 6 routes over 12 months',
    await timeComparisons(page, benchData),
    'six routes compared over 12 months',
  );
  results.push(result('empty page, click to paint', 'ms', '≤ 16 (part of the floors)', paint));
  return results;
}

/** The changes of these names in a page that is slowed down: medians in ms, by name. */
export async function measureSlowed(
  page: Page,
  { wide }: BenchData,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const timings = new Map<string, number>();
  await slowed(page, async () => {
    for (const change of CHANGES.filter(({ name }) => names.has(name))) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.reload();
        rounds.push(await timeChange(page, wide, change));
      }
      timings.set(change.name, median(rounds));
    }
  });
  return timings;
}

/** Opens saved searches from the list, one after the other: none of them was read before. */
async function timeOpening(page: Page, scopes: readonly Scope[], click = clickToPaint): Promise<number[]> {
  const timings: number[] = [];
  for (const scope of scopes) {
    const link = linkTo(scopeAddress(scope));
    await goTo(page, '/results');
    await page.locator(link).waitFor();
    timings.push(await click(page, { click: link, shown: ROWS }));
  }
  return timings;
}

const CHECKBOXES: Readonly<Record<string, string>> = {
  'filter: award space': 'Award space only',
  'filter: direct': 'Direct only',
};

/** Fields, and what is typed into them: it is read while a pause after the last key passes. */
const TYPED: Readonly<Record<string, readonly [field: string, text: string]>> = {
  'filter: most miles': ['Most miles', '60000'],
  'filter: fewest seats': ['Fewest seats', '3'],
  'filter: a word': ['Filter results', 'lhr'],
};

/** Lists among the other filters, and the value that is chosen. */
const CHOSEN: Readonly<Record<string, readonly [list: string, value: string]>> = {
  'filter: programme': ['Programmes', 'aeroplan'],
  'filter: airline': ['Airlines', 'LH'],
  'filter: region': ['From regions', 'South America'],
};

const WEEKDAYS = 'filter: weekdays';

/** Whether a pointer rests on what changes it, or its pause is waited for. */
const isAnnounced = (name: string): boolean =>
  name.startsWith('sort') ||
  name === WEEKDAYS ||
  [CHECKBOXES, TYPED, CHOSEN].some((announced) => Object.hasOwn(announced, name));

/** Sort columns whose heading has another name. */
const HEADINGS: Readonly<Record<string, string>> = { price: 'Cheaper than' };

/** From the widest search as opened to the result of a filter or a sort. */
async function timeChange(page: Page, scope: Scope, { name, filter, sort }: Change): Promise<number> {
  const shown = async (address: string) => {
    // By way of the list of searches: what stood here before is no answer.
    await goTo(page, '/results');
    await page.locator(linkTo(scopeAddress(scope))).waitFor();
    await goTo(page, address);
    await page.locator(ROWS).waitFor();
  };
  // Every row, as the floors read: a search as opened shows award space only.
  await shown(resultsAddress({ scope, filter: {} }));
  const [own] = sort;
  if (own !== undefined && name.startsWith('sort')) {
    // A column whose rows are all alike hides itself.
    const sortedUp = own.descending ? [{ ...own, descending: false }] : [];
    await shown(resultsAddress({ scope, filter: {}, shown: [own.by], sort: sortedUp }));
    const heading = HEADINGS[own.by] ?? own.by.charAt(0).toUpperCase() + own.by.slice(1);
    const column = await page
      .locator(`${TABLE} thead th`)
      .evaluateAll(
        (heads, wanted) => 1 + heads.findIndex((head) => head.textContent?.startsWith(wanted)),
        heading,
      );
    const at = `thead th:nth-child(${column})`;
    const direction = own.descending ? 'descending' : 'ascending';
    return clickToPaint(page, {
      click: `${TABLE} ${at} button`,
      shown: `${TABLE}[aria-busy="false"] ${at}[aria-sort="${direction}"]`,
    });
  }
  const label = CHECKBOXES[name];
  if (label !== undefined) {
    const box = `[id="${await page.getByLabel(label, { exact: true }).getAttribute('id')}"]`;
    return clickToPaint(page, { click: box, shown: ROWS, hidden: `${box}:not(:checked)` });
  }
  const typed = TYPED[name];
  if (typed !== undefined) {
    const [field, text] = typed;
    return typedToPaint(page, page.getByLabel(field, { exact: true }), text, `${ROWS}, ${NO_TABLE}`);
  }
  const chosen = CHOSEN[name];
  if (chosen !== undefined) {
    const [list, value] = chosen;
    const option = `[role="option"][value="${value}"]`;
    return withMoreFilters(page, async () => {
      await page.getByRole('dialog').getByLabel(list, { exact: true }).first().click();
      return {
        click: option,
        shown: `body:has(${option}[data-combobox-active]) :is(${ROWS}, ${NO_TABLE})`,
      };
    });
  }
  if (name === WEEKDAYS)
    return withMoreFilters(page, async () => {
      await page.getByText('Fri', { exact: true }).click();
      await page.locator(`body:has(input[value="5"]:checked) ${ROWS}`).waitFor();
      const saturday = await page.locator('input[value="6"]').getAttribute('id');
      return {
        click: `label[for="${saturday}"]`,
        shown: `body:has(input[value="6"]:checked) ${ROWS}`,
      };
    });
  // Changes the address, as choosing from the other lists does.
  const filtered = await addButton(page, resultsAddress({ scope, filter }), `${ROWS}, ${NO_TABLE}`);
  return unannouncedClickToPaint(page, filtered);
}

/** Opens the other filters, times a click there, and closes them. */
async function withMoreFilters(page: Page, prepare: () => Promise<Step>): Promise<number> {
  const more = page.getByRole('dialog', { name: 'More filters' });
  await page.getByRole('button', { name: 'More filters' }).click();
  const timing = await clickToPaint(page, await prepare());
  // The first Escape closes an open list.
  while (await more.isVisible()) await page.keyboard.press('Escape');
  return timing;
}

/** Adds a button that opens an address. */
async function addButton(page: Page, address: string, shown: string): Promise<Step> {
  await page.evaluate((to) => {
    document.querySelector('#bench-button')?.remove();
    const made = document.createElement('button');
    made.id = 'bench-button';
    made.onclick = () => history.pushState(null, '', to);
    document.body.append(made);
  }, address);
  return { click: '#bench-button', shown };
}

async function timeCalendars(page: Page, { wide, six }: BenchData): Promise<number[]> {
  const timings: number[] = [];
  for (const scope of [wide, ...six.slice(0, 4)]) {
    await goTo(page, scopeAddress(scope));
    await page.locator(ROWS).waitFor();
    const id = await page.locator('[aria-label="View"] input[value="calendar"]').getAttribute('id');
    timings.push(
      await clickToPaint(page, {
        click: `label[for="${id}"]`,
        shown: '[aria-label="Calendar"] [role="gridcell"][data-date]',
      }),
    );
  }
  return timings;
}

async function timeComparisons(page: Page, { saved: [, ...narrow] }: BenchData): Promise<number[]> {
  const timings: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    // Ones not opened before; a small file has few, which are then reused in another order.
    const scopes = narrow.map((_, place) => narrow[(round + 20 + place) % narrow.length]).slice(0, 6);
    await goTo(page, '/activity');
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    const columns = scopes.flatMap((scope) => (scope === undefined ? [] : [{ scope, filter: {} }]));
    const address = compareAddress.path({ columns });
    const step = await addButton(page, address, 'table[aria-label="Route comparison"] tbody td');
    timings.push(await unannouncedClickToPaint(page, step));
  }
  return timings;
}
