import { describe, expect, it } from 'vitest';
import type { ToolFacts } from '../journal/purchase-context.ts';
import { desk, eachInItsFolder, open, quotePurchase, service } from '../testing/one-purchase.ts';
import { answered, committedQuote, failed, PRICE, TOOL_FACTS } from '../testing/scripted-service.ts';

eachInItsFolder();

describe('a quote that is no good', () => {
  it.each([
    [
      'a refusal',
      { kind: 'refused', code: 'insufficient_balance', retryable: false, correlationRef: 'c' },
      'insufficient_balance',
    ],
    ['a kind never seen', { kind: 'something_new' }, 'unreadable_quote'],
    ['no price', { kind: 'committed', quoteRef: 'q', expiresAt: 9e12 }, 'unreadable_quote'],
    ['another Tool', { ...committedQuote(9e12, 'q', {}), toolRef: 'other' }, 'unreadable_quote'],
    [
      'a negative price',
      { ...committedQuote(9e12, 'q', {}), price: { ...PRICE, units: '-1' } },
      'unreadable_quote',
    ],
  ])('for %s is reported and cannot be approved', async (_name, body, code) => {
    open(() => answered(body));
    const purchase = await quotePurchase();
    expect(purchase).toMatchObject({ state: 'not_quoted', refusal: { code }, approvable: { ok: false } });
    expect(purchase.words).toMatch(/Nothing was bought/);
  });

  it('can be asked for again', async () => {
    open(() => failed({ code: 'offline', delivery: 'not_sent', message: 'No network.' }));
    expect((await quotePurchase()).state).toBe('not_quoted');
    desk.state.script = service();
    expect((await quotePurchase()).state).toBe('quoted');
  });
});

describe('a quote that comes when the Tool’s listing is gone', () => {
  it('is not held to be within what nobody can read any more', async () => {
    let known: ToolFacts | null = TOOL_FACTS;
    open(
      (request) => {
        if (request.role === 'quote') known = null;
        return service()(request);
      },
      { toolFacts: () => known },
    );
    const { quote } = await quotePurchase();
    expect(quote?.authorisation).toMatchObject({
      verdict: 'unreadable',
      words: 'The listing of this Tool is not there now, so what it authorises is not known.',
    });
  });
});
