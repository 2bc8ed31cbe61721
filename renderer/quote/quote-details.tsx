import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Purchase, Quote } from '#shared/contract/purchases.ts';
import { JsonTree } from '../components/json-tree.tsx';
import { RequestId } from '../components/request-id.tsx';
import { RequestTable } from '../components/request-table.tsx';
import { inputDifferences, valueWords } from './input-difference.ts';
import classes from './quote.module.css';

/** The facts of a quote: who, what leaves and to whom, with which effect, and the request as the service will run it. */
export function QuoteDetails({ purchase, quote }: { purchase: Purchase; quote: Quote }) {
  const differences = inputDifferences(purchase.input, quote.normalizedInput);
  return (
    <div className={classes.facts}>
      <dl className={classes.factList}>
        <Fact name="Tool">
          {purchase.toolTitle}, version {quote.toolVersion}
        </Fact>
        <Fact name="Provider">{purchase.providerName ?? 'not named by the service'}</Fact>
        <Fact name="Data that leaves">
          <Lines lines={purchase.dataUse} nothing="not described by the service" />
        </Fact>
        <Fact name="Effects">
          <Lines lines={purchase.effects} nothing="not described by the service" />
        </Fact>
      </dl>
      <section aria-label="The request as it will be sent" className={classes.request}>
        <h3>The request, exactly as it will be executed</h3>
        <RequestTable input={quote.normalizedInput} />
        {differences.length > 0 && (
          <Alert
            color="orange"
            variant="light"
            mt="sm"
            title="The service will execute this otherwise than you asked"
          >
            {differences.map((difference) => (
              <Text size="sm" key={difference.name} c="var(--mantine-color-text)">
                <code>{difference.name}</code>: you asked {valueWords(difference.asked)}, it will execute{' '}
                {valueWords(difference.executed)}
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
