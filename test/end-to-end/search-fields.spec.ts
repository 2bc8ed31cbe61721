import { expect, test } from './milepost.ts';
import { picture } from './soundness.ts';
import { fillSearch, TWO_CITIES } from './steps.ts';

test('the fields of a search suggest, accept what is meant, make no guess, and say what can find nothing', async ({
  milepost,
}, { project }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  const [origins, destinations, carriers] = ['Origins', 'Destinations', 'Carriers'].map((name) =>
    page.getByRole('combobox', { name }),
  );
  if (origins === undefined || destinations === undefined || carriers === undefined) return;
  const pill = (code: string) => page.getByRole('button', { name: `Remove ${code}`, exact: true });
  const said = page.getByRole('region', { name: 'Status' });
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  const quote = page.getByRole('button', { name: 'Get quote', exact: true });

  await test.step('every field with suggestions has its role, its state and the number of suggestions', async () => {
    for (const [field, text, request] of [
      [origins, 'lond', 'suggestAirports'],
      [destinations, 'tok', 'suggestAirports'],
      [carriers, 'air', 'suggestCarriers'],
    ] as const) {
      await expect(field).toHaveAttribute('aria-expanded', 'false');
      // The names are read at the first request, which takes a busy machine longer than any sentence.
      const suggested = milepost.answered('places', request);
      await field.fill(text);
      await suggested;
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByText(/^\d+ suggestions$/u)).toBeAttached();
      await page.keyboard.press('Escape');
      await field.fill('');
    }
    await page.keyboard.press('Control+K');
    const command = page.getByRole('combobox', { name: 'Find a command' });
    await expect(command).toHaveAttribute('aria-expanded', 'true');
    await command.fill('wallet');
    await expect(page.getByText(/^\d+ suggestions?$/u)).toBeAttached();
    await page.keyboard.press('Escape');
  });

  await test.step('a code without scheduled flights is offered, and one in capitals is accepted', async () => {
    await destinations.fill('tok');
    const list = page.getByRole('listbox', { name: 'Airports and cities to fly to' });
    await expect(list.getByRole('option').first()).toContainText('Tokyo, all airports');
    await destinations.press('Enter');
    await expect(said).toContainText('“tok” may be several');
    await expect(pill('TOK')).toHaveCount(0);
    await expect(destinations).toHaveValue('tok');
    await destinations.fill('qwrtzp');
    await destinations.press('Enter');
    await expect(said).toContainText('“qwrtzp” is not known.');
    await destinations.fill('lhr');
    await destinations.press('Enter');
    await expect(pill('LHR')).toBeVisible();
    await destinations.fill('TOK');
    await destinations.press('Enter');
    await expect(pill('TOK')).toBeVisible();
    await expect(page.getByText('No scheduled flights known: TOK.')).toBeVisible();
  });

  await test.step('“Use …” puts what serves a place now in the place of a closed airport', async () => {
    await origins.fill('TXL');
    await origins.press('Enter');
    await page.getByRole('button', { name: 'Use BER' }).click();
    await expect(pill('BER')).toBeVisible();
    await expect(page.getByText('TXL', { exact: true })).toHaveCount(0);
    await clear.click();
  });

  await test.step('days are typed as people type them, and what no airline sells is named beside its field', async () => {
    const [earliest, latest] = [page.getByLabel('Earliest departure'), page.getByLabel('Latest departure')];
    await earliest.fill('1 mar 2027');
    await latest.fill('31.3.27');
    await latest.press('Tab');
    await expect(earliest).toHaveValue('Mon 1 Mar 2027');
    await expect(latest).toHaveValue('Wed 31 Mar 2027');
    await latest.fill('soon');
    await latest.press('Tab');
    await expect(page.getByText('This is no date. Write it like 14 Mar 2027.')).toBeVisible();
    await earliest.fill('1.3.2024');
    await latest.fill('31.3.2024');
    await latest.press('Tab');
    await expect(page.getByText('Both dates are past: every flight asked for has departed.')).toBeVisible();
    await origins.fill('LHR,');
    await destinations.fill('LHR,');
    await expect(page.getByText('LHR is both origin and destination: no flight goes there.')).toBeVisible();
    await clear.click();
    await fillSearch(page, { ...TWO_CITIES, from: '2570-03-01', until: '2127-03-31' });
    await expect(earliest).toHaveAccessibleDescription(/Buddhist/u);
    await expect(latest).toHaveAccessibleDescription(/about a year ahead/u);
    await fillSearch(page, TWO_CITIES);
    await expect(earliest).not.toHaveAccessibleDescription(/Buddhist/u);
  });

  await test.step('airlines are found by any name, and what nobody flies under is no code of a search', async () => {
    for (const [typed, name] of [
      ['SAS', 'SK SAS'],
      ['Scoot', 'TR Scoot'],
      ['JAL', 'JL Japan Airlines'],
    ] as const) {
      await carriers.fill(typed);
      await carriers.press('Enter');
      await expect(page.getByText(name)).toBeVisible();
    }
    await carriers.fill('XX');
    await origins.focus();
    await quote.click();
    await expect(page.getByText('Choose an airline for “xx”, or remove it.')).toBeVisible();
    await clear.click();
  });

  // What a window's page asks cannot be held back.
  if (project.metadata.host === 'electron') return;
  await test.step('a quote waits for a name that is still being looked up', async () => {
    await origins.fill('JFK,');
    await destinations.fill('LHR,');
    await expect(pill('LHR')).toBeVisible();
    const found = Promise.withResolvers<void>();
    await page.route('**/api/places/suggestAirports', async (route) => {
      await found.promise;
      await route.continue();
    });
    await destinations.fill('Rome Fiumicino');
    await destinations.press('Enter');
    const quoted = page.waitForRequest('**/api/purchases/quote');
    await quote.click();
    found.resolve();
    expect((await quoted).postDataJSON()).toMatchObject({
      input: { input: { destination_airport: 'LHR,FCO' } },
    });
  });
});

test.describe('without a key', () => {
  test.use({ withKey: false });

  test('a greyed quote has its reason in view, codes are reached and removed by keys, and the form is cleared', {
    tag: '@long',
  }, async ({ milepost }) => {
    const { page } = milepost;
    const field = page.getByLabel('Origins');
    const pill = (code: string) => page.getByRole('button', { name: `Remove ${code}`, exact: true });
    const pills = page.getByRole('button', { name: /^Remove / });
    const said = page.getByRole('region', { name: 'Status' });
    const clear = page.getByRole('button', { name: 'Clear', exact: true });
    const quote = page.getByRole('button', { name: 'Get quote', exact: true });
    await expect(quote).toBeDisabled();
    await expect(page.locator('#obstacle')).toBeInViewport({ ratio: 1 });
    await expect(quote).toHaveAttribute('aria-describedby', 'obstacle');

    await field.fill('JFK, EWR, LGA, BOS,');
    await expect(pill('BOS')).toBeVisible();
    await field.press('ArrowLeft');
    await expect(pill('BOS')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(pill('EWR')).toBeFocused();
    await picture(page, 'search-pills');
    await page.keyboard.press('Delete');
    await expect(pill('EWR')).toBeHidden();
    await expect(said).toContainText('EWR removed from Origins.');
    await expect(pill('LGA')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(pill('JFK')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pill('LGA')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await expect(said).toContainText('BOS removed from Origins.');
    await expect(pill('LGA')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(field).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(said).toContainText('LGA removed from Origins.');
    await expect(field).toBeFocused();
    await expect(pills).toHaveCount(0);

    await field.fill('Tokyo Haneda');
    await field.press('Enter');
    await expect(pill('HND')).toBeVisible();
    await expect(pills).toHaveCount(1);
    await field.fill('germany');
    await field.press('Enter');
    await expect(said).toContainText('Choose from the list');
    await expect(field).toHaveValue('germany');
    await expect(pills).toHaveCount(1);
    await page.getByRole('option', { name: /Munich International Airport/ }).click();
    await expect(pill('MUC')).toBeVisible();
    await field.fill('qwrtzp,');
    await expect(field).toHaveValue('qwrtzp');
    await field.press('Tab');
    await expect(page.getByText('Choose an airport or city for “qwrtzp”, or remove it.')).toBeVisible();

    // Partly typed text is cleared with the form, which then shows no problems.
    await page.getByLabel('Earliest departure').fill('1 m');
    for (const typed of ['Tokyo Haneda', 'tok']) {
      await field.fill(typed);
      await clear.click();
      await expect(field).toHaveValue('');
      await expect(page.getByLabel('Earliest departure')).toHaveValue('');
      // A pending name look-up is finished by the time that another one is.
      await page.getByLabel('Destinations').fill('Rome Fiumicino');
      await page.getByLabel('Destinations').press('Enter');
      await expect(pill('FCO')).toBeVisible();
      await expect(pills).toHaveCount(1);
      await expect(page.getByText('Choose at least one airport or city.')).toHaveCount(0);
    }
  });
});
