import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Axe as a page takes it: `@axe-core/playwright` would put it into the page anew three times at each refresh. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
type PageWithAxe = { axe?: { run(of: Document, options: RunOptions): Promise<AxeResults> } };

/** What axe finds that is serious or critical on the page as it is now; `rules` narrows what it looks for. */
export async function graveFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (values) => {
    const results = await (window as PageWithAxe).axe?.run(document, {
      // What passes need not be reported of each element.
      resultTypes: ['violations'],
      ...(values === undefined ? {} : { runOnly: { type: 'rule' as const, values } }),
    });
    if (results === undefined) throw new Error('axe is not in the page');
    return results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}
