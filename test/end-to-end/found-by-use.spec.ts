import { expect, test } from './milepost.ts';
import { expectToFit, picture } from './soundness.ts';
import { awardResults, go, searchOnce, TWO_CITIES } from './steps.ts';

test('results are reached by few keys, fit any window, keep their legends in forced colours, and are exported', async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await page.setViewportSize({ width: 1280, height: 800 });
  await searchOnce(page, { ...TWO_CITIES, destinations: 'LHR, CDG, FRA' });
  await picture(page, 'use-results-1280');

  await test.step('the table is ten stops of Tab from the heading, and its widths need none', async () => {
    await page.getByRole('heading', { level: 1 }).focus();
    const isInTable = () => page.evaluate(() => document.activeElement?.closest('table') !== null);
    let stops = 0;
    while (!(await isInTable()) && stops < 30) {
      await page.keyboard.press('Tab');
      stops += 1;
    }
    expect(stops).toBeLessThanOrEqual(10);
    const miles = awardResults(page).getByRole('button', { name: 'Miles' });
    await miles.focus();
    const width = async () => (await miles.locator('..').boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 20);
    await page.keyboard.press('ArrowDown');
    await expect(awardResults(page).getByRole('row').nth(1).getByRole('button')).toBeFocused();
  });

  await test.step('what is worth knowing stands first in a record', async () => {
    await awardResults(page).getByRole('row').nth(1).click();
    const drawer = page.getByRole('dialog');
    const top = async (name: string | RegExp) =>
      (await drawer.getByRole('button', { name }).first().boundingBox())?.y ?? Number.NaN;
    await expect(drawer.getByRole('button', { name: /Add to/u }).first()).toBeVisible();
    const fields = (await drawer.getByRole('table').first().boundingBox())?.y ?? 0;
    expect(await top(/Add to/u)).toBeLessThan(fields);
    expect(await top(/Star/u)).toBeLessThan(fields);
    const headings = await drawer.getByRole('heading').allTextContents();
    expect(headings.at(-1)).toMatch(/raw|as it came/iu);
    await picture(page, 'use-drawer-1280');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('a CSV file is written for the spreadsheet that was chosen beside the export', async () => {
    const csv = async (item: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const first = await milepost.saved(() => csv('CSV, for spreadsheets'));
    expect(first.bytes.toString()).toMatch(/^\ufeff"date","origin"/u);
    await csv('Separator and decimals…');
    const dialog = page.getByRole('dialog', { name: 'CSV for your spreadsheet' });
    await dialog.getByLabel('Separator and decimals').selectOption({ label: 'Semicolon, 1234,5' });
    const second = await milepost.saved(() => dialog.getByRole('button', { name: 'Export CSV' }).click());
    expect(second.bytes.toString()).toMatch(/^\ufeff"date";"origin"/u);
    // It is remembered.
    const third = await milepost.saved(() => csv('CSV, for spreadsheets'));
    expect(third.bytes.toString()).toBe(second.bytes.toString());
  });

  await test.step('fields of the toolbar keep their names in view at 900 points and at 200 %', async () => {
    for (const size of [
      { width: 900, height: 700 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await expectToFit(page, `use-toolbar-${size.width}`);
      const labels = page
        .getByRole('search')
        .or(page.getByRole('form', { name: 'Filter results' }))
        .locator('label');
      for (const label of await labels.all())
        if (await label.isVisible()) {
          const cut = await label.evaluate((node) => node.scrollWidth > node.clientWidth + 1);
          expect(cut, (await label.textContent()) ?? '').toBe(false);
        }
      await picture(page, `use-toolbar-${size.width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('forced colours keep the legends and the current link of the rail', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const styleOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate((node) => {
        const { outlineStyle, backgroundColor, borderColor, borderStyle, color } = getComputedStyle(node);
        return [outlineStyle, backgroundColor, borderColor, borderStyle, color].join();
      });
    expect(await styleOf('Results')).not.toBe(await styleOf('Compare'));
    const fill = (name: string) =>
      page
        .getByRole('checkbox', { name, exact: true })
        .evaluate((node) => getComputedStyle(node).backgroundColor);
    // What is ticked is seen to be.
    expect(await fill('Award space only')).not.toBe(await fill('Direct only'));
    await page.getByText('Calendar', { exact: true }).first().click();
    const shades = page.locator('i[data-shade]:visible');
    const expectShades = async () => {
      await expect(shades).toHaveCount(5);
      const grounds = await shades.evaluateAll((all) =>
        all.map((each) => getComputedStyle(each).backgroundColor),
      );
      expect(new Set(grounds).size).toBe(5);
      return grounds;
    };
    const ofCalendar = await expectShades();
    await picture(page, 'use-forced-calendar');
    await page.getByText('Map', { exact: true }).first().click();
    await expect(page.getByRole('list', { name: 'Routes' })).toBeVisible();
    // One palette, and its lines are seen in it.
    expect(await expectShades()).toEqual(ofCalendar);
    for (const shade of ['1', '2', '3', '4', '5'])
      for (const line of await page.locator(`svg [data-shade="${shade}"] path:last-of-type`).all())
        expect(await line.evaluate((node) => getComputedStyle(node).stroke)).toBe(
          ofCalendar[Number(shade) - 1],
        );
    await picture(page, 'use-forced-map');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' }).getByRole('row').nth(1)).toContainText(
    /New York.* to Paris/u,
  );
  await picture(page, 'use-purchases-1280');
});
