import { Alert, Box, Text } from '@mantine/core';
import type { Purchase, Quote } from '#shared/contract/purchases.ts';
import { inputDifferences, valueLabel } from '#shared/purchase/input-difference.ts';
import { Money } from '../money/money.tsx';
import { Facts } from '../ui/facts.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { RequestTable } from '../ui/request-table.tsx';
import classes from './quote.module.css';

/** The facts of a quote: provider, data sent and recipient, effect, and the request as the service will run it. */
export function QuoteDetails({ purchase, quote }: { purchase: Purchase; quote: Quote }) {
  const differences = inputDifferences(purchase.input, quote.normalizedInput);
  return (
    <div className={classes.facts}>
      <Facts
        className={classes.factList}
        facts={[
          // The title of anything but an award search begins with its Tool's, which is shown above.
          purchase.title.startsWith(purchase.toolTitle)
            ? ['Tool version', quote.toolVersion]
            : ['Tool', `${purchase.toolTitle}, version ${quote.toolVersion}`],
          ['Provider', purchase.providerName ?? 'not stated'],
          ['Authorised per request', <Authorised key="authorised" {...quote.authorisation} />],
          ['Data sent', <Lines key="data" lines={purchase.dataUse} nothing="not stated" />],
          ['Effects', <Lines key="effects" lines={purchase.effects} nothing="not stated" />],
        ]}
      />
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

const Authorised = ({ listed, own, verdict }: Quote['authorisation']) => (
  <>
    {listed === null ? verdict === 'unreadable' ? 'cannot be read' : 'not stated' : <Money amount={listed} />}
    {own !== null && (
      <>
        {' '}
        (by the quote itself: <Money amount={own} />)
      </>
    )}
  </>
);

function Lines({ lines, nothing }: { lines: readonly string[]; nothing: string }) {
  if (lines.length === 0) return <>{nothing}</>;
  return (
    <>
      {lines.map((line) => (
        <Box key={line} component="span" display="block">
          {line}
        </Box>
      ))}
    </>
  );
}
