import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Purchase } from '#shared/contract/purchases.ts';
import { waitLabel } from '#shared/formats.ts';
import { RequestId } from '../ui/request-id.tsx';
import { wordsBeyondState } from './purchase-messages.ts';

/** Why a purchase got no quote or no Call, below a title, and what the service advises next. */
export function RefusalMessage({ purchase, title }: { purchase: Purchase; title: string }) {
  const { refusal } = purchase;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconHandStop aria-hidden />} title={title}>
      <Text size="sm" c="var(--mantine-color-text)">
        {wordsBeyondState(purchase)}
      </Text>
      {refusal !== null &&
        /^(?:unauthenticated|permission_denied|no_key|key_unread)$/iu.test(refusal.code) && (
          <Text size="sm" mt={4}>
            <Anchor component={Link} href="/settings/marketplace/key" inherit>
              Open the key in Settings
            </Anchor>
          </Text>
        )}
      {refusal?.retryAfterMs !== null && refusal?.retryAfterMs !== undefined && (
        <Text size="sm" mt={4} c="var(--mantine-color-text)">
          The service asks to wait {waitLabel(refusal.retryAfterMs)}.
        </Text>
      )}
      {refusal && refusal.requiredActions.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm" c="var(--mantine-color-text)">
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
