import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';

/** Says that nothing from outside was opened at this start, with the way on. */
export function SafeStart({ words }: { words: string }) {
  const queries = useQueryClient();
  const open = useMutation({
    mutationFn: () => api.marketplace.open(),
    onSuccess: () => void queries.invalidateQueries(),
  });
  return (
    <Alert color="orange" variant="light" title="Safe start" role="status">
      <Text size="sm" mb={6}>
        {words}
      </Text>
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
        Open the marketplace
      </Button>
      {open.isError && <FailureNotice error={open.error} title="It could not be opened" />}
    </Alert>
  );
}
