import { Alert, List, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import type { Purchase } from '#shared/contract/purchases.ts';
import { WayOn } from '../ui/failure-notice.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { wordsBeyondState } from './purchase-messages.ts';

/** Why a purchase got no quote or no Call, below a title, and what the service advises next. */
export function RefusalMessage({ purchase, title }: { purchase: Purchase; title: string }) {
  const { refusal } = purchase;
  return (
    <Alert role="alert" color="red" icon={<IconHandStop aria-hidden />} title={title}>
      <Text>{wordsBeyondState(purchase)}</Text>
      {refusal !== null && <WayOn {...refusal} />}
      {refusal && refusal.requiredActions.length > 0 && (
        <>
          <Text fw={600} mt="sm">
            What the service says to do
          </Text>
          <List size="sm" mt={4} c="var(--mantine-color-text)">
            {refusal.requiredActions.map((action) => (
              <List.Item key={`${action.title} ${action.description}`}>
                <strong>{action.title}</strong>
                {action.description && `: ${action.description}`}
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="xs" mt="sm" c="dimmed" component="div">
        {refusal && (
          <>
            Code <code>{refusal.code}</code>
          </>
        )}
        {purchase.requestId && (
          <>
            {refusal && ' · '}Request <RequestId id={purchase.requestId} />
          </>
        )}
      </Text>
    </Alert>
  );
}
