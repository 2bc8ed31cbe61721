import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { aboutQuery } from '../../status/queries.ts';
import { openDialog } from './opened-dialog.ts';

/** Says at the first start after an update that there is something new. */
export function UpdateNotice() {
  const { data } = useQuery(aboutQuery);
  const dismiss = useMutation({
    mutationFn: () => api.about.dismissUpdate(),
    onSuccess: () => void queryClient.invalidateQueries(aboutQuery),
  });
  if (!data || data.updatedFrom === null) return null;
  return (
    <Alert color="blue" title={`Milepost is now version ${data.version}`} role="status">
      <Group gap="xs">
        <Button size="xs" onClick={() => openDialog('what-is-new')}>
          What is new
        </Button>
        <Button size="xs" variant="subtle" onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </Group>
    </Alert>
  );
}
