import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Purchase, Quote } from '#shared/contract/purchases.ts';
import { inputDifferences, valueLabel } from '#shared/purchase/input-difference.ts';
import { Money } from '../money/money.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { RequestTable } from '../ui/request-table.tsx';
import classes from './quote.module.css';

/** The facts of a quote: provider, data sent and recipient, effect, and the request as the service will run it. */
export function QuoteDetails({ purchase, quote }: { purchase: Purchase; quote: Quote }) {
  const differences = inputDifferences(purchase.input, quote.normalizedInput);
  return (
    <div className={classes.facts}>
      <dl className={classes.factList}>
        {/* The title of anything but an award search begins with its Tool's, which is shown above. */}
        {purchase.title.startsWith(purchase.toolTitle) ? (
          <Fact name="Tool version">{quote.toolVersion}</Fact>
        ) : (
          <Fact name="Tool">
            {purchase.toolTitle}, version {quote.toolVersion}
          </Fact>
        )}
        <Fact name="Provider">{purchase.providerName ?? 'not stated'}</Fact>
        <Fact name="Authorised per request">
          {quote.authorisation.listed !== null && <Money amount={quote.authorisation.listed} />}
          {quote.authorisation.listed === null &&
            (quote.authorisation.verdict === 'unreadable' ? 'cannot be read' : 'not stated')}
          {quote.authorisation.own !== null && (
            <>
              {' '}
              (by the quote itself: <Money amount={quote.authorisation.own} />)
            </>
          )}
        </Fact>
        <Fact name="Data sent">
          <Lines lines={purchase.dataUse} nothing="not stated" />
        </Fact>
        <Fact name="Effects">
          <Lines lines={purchase.effects} nothing="not stated" />
        </Fact>
      </dl>
      <section aria-label="The request as it will be sent" className={classes.request}>
        <h3>Exact request</h3>
        <RequestTable input={quote.normalizedInput} />
        {differences.length > 0 && (
          <Alert color="orange" mt="sm" title="The service will run another request than yours">
            {differences.map((difference) => (
              <Text key={difference.name}>
                <code>{difference.name}</code>: yours {valueLabel(difference.requested)}, the service’s{' '}
                {valueLabel(difference.executed)}
              </Text>
            ))}
          </Alert>
        )}
        <details className={classes.more}>
          <summary>Quote reference and JSON</summary>
          <RequestId id={quote.quoteRef} what="quote reference" />
          <JsonTree value={quote.normalizedInput} label="input" />
        </details>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ lines, nothing }: { lines: readonly string[]; nothing: string }) {
  if (lines.length === 0) return <>{nothing}</>;
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={classes.line}>
          {line}
        </span>
      ))}
    </>
  );
}
