import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Axe as page script: `@axe-core/playwright` would inject it again three times at each run. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
type PageWithAxe = { axe?: { run(of: Document, options: RunOptions): Promise<AxeResults> } };

/** Serious or critical findings of axe on the current page; `rules` limits what it checks. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (values) => {
    const results = await (window as PageWithAxe).axe?.run(document, {
      // Passing elements need not be reported.
      resultTypes: ['violations'],
      ...(values === undefined ? {} : { runOnly: { type: 'rule' as const, values } }),
    });
    if (results === undefined) throw new Error('axe is not in the page');
    return results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}
