import { Stack, Text } from '@mantine/core';
import type { z } from 'zod';
import type { PaymentOffer, providerAnswerSchema } from '#shared/contract/program/provider.ts';
import { Ago } from '../../ui/ago.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AsRead, JsonTree } from '../../ui/json-tree.tsx';
import { WithRequestId } from '../../ui/request-id.tsx';
import classes from './connections.module.css';

/** The provider's answer: each payment option that it offers, and the answer as Milepost read it. */
export function ProviderAnswerView({ answer }: { answer: z.infer<typeof providerAnswerSchema> }) {
  return (
    <div className={classes.panel}>
      <Text fw={500}>{answer.words}</Text>
      <Text size="xs" c="dimmed" component="div">
        Status {answer.status}, <Ago at={answer.at} />
        <WithRequestId id={answer.requestId} />
      </Text>
      {answer.offers.map((offer, index) => (
        // The offers are never reordered, and have no name of their own.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Offer key={index} offer={offer} />
      ))}
      <JsonTree label="Asked" value={answer.requested} />
      <AsRead value={answer.raw} />
    </div>
  );
}

function Offer({ offer }: { offer: PaymentOffer }) {
  const form = offer.form === 'header' ? 'PAYMENT-REQUIRED header' : 'body';
  return (
    <Stack component="section" gap={8} aria-label={`Payment offer in the ${form}`}>
      <Facts
        className={classes.facts}
        facts={[
          ['Stated in', offer.x402Version === null ? form : `${form} (x402 version ${offer.x402Version})`],
          ['Network', offer.network],
          ['Asset', [offer.assetName, offer.asset].filter(Boolean).join(' · ')],
          [
            'Amount',
            offer.units === null
              ? offer.amountAsStated && `“${offer.amountAsStated}”, in a unit that is not known`
              : `${offer.units} in the asset’s smallest unit`,
          ],
          ['Valid', offer.validForSeconds === null ? null : `${offer.validForSeconds} s`],
          ['Scheme', offer.scheme],
          ['Paid to', offer.payTo],
          ['Resource', offer.resource],
          ['Description', offer.description],
        ]}
      />
    </Stack>
  );
}
