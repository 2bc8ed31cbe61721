import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectSoundInBoth } from './soundness.ts';
import { awardResults, searchOnce } from './steps.ts';

const headings = (page: Page) => awardResults(page).getByRole('columnheader');
const heading = (page: Page, name: string) => awardResults(page).getByRole('columnheader', { name });
/** The position of a heading among all, from 0. */
const placeOf = (page: Page, name: string): Promise<number> =>
  headings(page).evaluateAll(
    (cells, wanted) => cells.findIndex((cell) => cell.textContent?.startsWith(wanted)),
    name,
  );
const widthOf = async (page: Page, name: string): Promise<number> =>
  (await heading(page, name).boundingBox())?.width ?? 0;
const leftOf = async (page: Page, name: string): Promise<number> =>
  (await heading(page, name).boundingBox())?.x ?? 0;
const edge = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` });
const options = (page: Page) => page.getByRole('button', { name: 'Table options' });

/** Drags the element of the first box from its middle, by this distance. */
async function drag(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by / 2, from.y, { steps: 4 });
  await page.mouse.move(from.x + by, from.y, { steps: 4 });
  await page.mouse.up();
}

test('columns are reordered and sized, rows made compact, all survives a restart, and the first columns and the head stay', {
  tag: '@long',
}, async ({ milepost }) => {
  test.setTimeout(120_000);
  let { page } = milepost;
  await searchOnce(page);
  const usual = await headings(page).allTextContents();
  const [programme, miles] = [await placeOf(page, 'Programme'), await placeOf(page, 'Miles')];
  expect(programme).toBeLessThan(miles);

  // By the pointer, which does not sort along the way.
  const box = await heading(page, 'Miles').boundingBox();
  const target = await heading(page, 'Programme').boundingBox();
  if (box === null || target === null) throw new Error('the headings are not drawn');
  await drag(
    page,
    { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    target.x + 4 - box.x - box.width / 2,
  );
  await expect.poll(() => placeOf(page, 'Miles')).toBe(programme);
  await expect(heading(page, 'Miles')).not.toHaveAttribute('aria-sort', /./);

  // By keys, and the focus stays where it was.
  await options(page).click();
  const right = page.getByRole('button', { name: 'Move Miles right' });
  await right.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(page, 'Miles')).toBe(programme + 1);
  await expect(right).toBeFocused();
  await page.keyboard.press('Escape');

  // The edge of a column follows the pointer, and neighbouring columns keep their width.
  const before = { programme: await widthOf(page, 'Programme'), seats: await widthOf(page, 'Seats') };
  const handle = await edge(page, 'Programme').boundingBox();
  if (handle === null) throw new Error('the edge is not drawn');
  await drag(page, { x: handle.x + 4, y: handle.y + 8 }, 60);
  await expect.poll(() => widthOf(page, 'Programme')).toBeCloseTo(before.programme + 60, -0.5);
  expect(Math.abs((await widthOf(page, 'Seats')) - before.seats)).toBeLessThanOrEqual(1);
  const dragged = await widthOf(page, 'Programme');
  await edge(page, 'Programme').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => widthOf(page, 'Programme')).toBeCloseTo(dragged - 16, -0.5);
  await expectSoundInBoth(page, 'results-columns');

  const scroller = () => awardResults(page).locator('..');
  /** The first row that the head does not cover, by its number for assistive technology. */
  const firstInSight = () =>
    scroller().evaluate((element) => {
      const under = element.querySelector('th')?.getBoundingClientRect().bottom ?? 0;
      const rows = [...element.querySelectorAll('tr[data-index]')];
      return rows.find((row) => row.getBoundingClientRect().bottom > under + 1)?.ariaRowIndex ?? null;
    });
  const rowHeights = () =>
    awardResults(page)
      .locator('tr[data-index]')
      .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
  expect(await rowHeights()).toEqual([38]);
  await scroller().evaluate((element) => element.scrollTo(0, 6 * 38));
  await expect.poll(firstInSight).toBe('8');
  await options(page).click();
  await page.getByLabel('Row height').selectOption('compact');
  await expect.poll(rowHeights).toEqual([30]);
  expect(await firstInSight()).toBe('8');
  await page.keyboard.press('Escape');
  await expectSoundInBoth(page, 'results-compact');

  const mine = await headings(page).allTextContents();
  const width = await widthOf(page, 'Programme');
  await milepost.restart();
  page = milepost.page;
  await expect(awardResults(page).getByRole('row').nth(1)).toBeVisible();
  await expect.poll(rowHeights).toEqual([30]);
  expect(await headings(page).allTextContents()).toEqual(mine);
  expect(Math.abs((await widthOf(page, 'Programme')) - width)).toBeLessThanOrEqual(1);

  await page.setViewportSize({ width: 700, height: 700 });
  // Content longer than the window scrolls.
  await options(page).click();
  const reset = page.getByRole('button', { name: 'Reset order and widths' });
  await reset.scrollIntoViewIfNeeded();
  await expect(reset).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  const [date, route, head] = [
    await leftOf(page, 'Date'),
    await leftOf(page, 'Miles'),
    (await heading(page, 'Date').boundingBox())?.y,
  ];
  await scroller().evaluate((element) => element.scrollTo(120, 200));
  await expect.poll(() => leftOf(page, 'Miles')).toBeLessThan(route);
  expect(await leftOf(page, 'Date')).toBe(date);
  expect((await heading(page, 'Date').boundingBox())?.y).toBe(head);
  const opener = awardResults(page).locator('tr[data-index] button').nth(5);
  expect((await opener.boundingBox())?.x ?? 0).toBeGreaterThanOrEqual(date);

  await page.setViewportSize({ width: 1280, height: 800 });
  await options(page).click();
  await page.getByRole('button', { name: 'Reset order and widths' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => headings(page).allTextContents()).toEqual(usual);
  await expect.poll(() => widthOf(page, 'Programme')).toBeLessThan(before.programme + 1);
});
