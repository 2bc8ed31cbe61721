import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { AsRead } from '../../ui/json-tree.tsx';
import { WithRequestId } from '../../ui/request-id.tsx';
import { announce } from '../../ui/status-messages.ts';
import { SettingsSection } from '../settings-section.tsx';

const TITLES = {
  public_deployment: 'This is a public deployment',
  development: 'This deployment is open for development',
  unclear: 'What kind of deployment this is remains unclear',
};

/** The development-only counterparty (§4): a public deployment rejects it, which is shown as expected. */
export function SandboxSection() {
  const ask = useMutation({
    mutationFn: () => api.marketplace.askSandbox(),
    onSuccess: ({ outcome }) => announce(`${TITLES[outcome]}.`),
  });
  const { data } = ask;
  return (
    <SettingsSection
      title="Sandbox reference"
      about="A counterparty for development: a public deployment rejects it."
    >
      <Group gap="xs">
        <Button loading={ask.isPending} onClick={() => ask.mutate()}>
          Ask the sandbox reference
        </Button>
      </Group>
      <NotDone of={ask} />
      {data && (
        <>
          <Alert color={data.outcome === 'unclear' ? 'orange' : 'gray'} title={TITLES[data.outcome]}>
            <Text>{data.words}</Text>
            <Text size="xs" mt={4} c="dimmed" component="div">
              {data.status !== null && `Status ${data.status}`}
              <WithRequestId id={data.requestId} />
            </Text>
          </Alert>
          {data.body !== null && data.body !== undefined && (
            <AsRead heading="The service’s answer" value={data.body} />
          )}
        </>
      )}
    </SettingsSection>
  );
}
