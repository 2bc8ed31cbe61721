import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { Ago } from '../ui/ago.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { WithRequestId } from '../ui/request-id.tsx';
import { BindingTable } from './binding-table.tsx';
import { Loaded } from './loaded.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The service's own API document, and how Milepost bound its roles to it. */
export function BindingSection() {
  const bindings = useQuery({
    queryKey: ['marketplace', 'bindings'],
    queryFn: () => api.marketplace.bindings(),
  });
  const refresh = useMutation({
    mutationFn: () => api.marketplace.refresh(),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['marketplace'] }),
  });
  const document = bindings.data?.document;
  return (
    <SettingsSection
      title="How the service is reached"
      about="Operations learned from the service’s OpenAPI document. Where it leaves one open, you choose."
    >
      <Loaded of={bindings}>
        {(data) => (
          <>
            {document ? (
              <Text component="div">
                {document.title}, OpenAPI {document.openapi}, read <Ago at={document.fetchedAt} />
                <WithRequestId id={document.requestId} />
              </Text>
            ) : (
              <Text>The document has not been read yet.</Text>
            )}
            {data.notices.length > 0 && (
              <Alert color="orange" title="About the document">
                {data.notices.map((notice) => (
                  <Text key={notice}>{notice}</Text>
                ))}
              </Alert>
            )}
            <Group gap="xs">
              <Button size="xs" loading={refresh.isPending} onClick={() => refresh.mutate()}>
                Read the document again
              </Button>
            </Group>
            <NotDone of={refresh} title="The document could not be read" />
            <BindingTable roles={data.roles} operations={data.operations} />
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}
