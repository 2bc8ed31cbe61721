import { Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserNote } from '#shared/contract/program/assistants.ts';
import { api } from '../api/api.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';

/** Whether a note of the user's is hidden from assistants. */
export function PrivateNote({ note, of }: { note: UserNote; of: string }) {
  const found = useQuery({
    queryKey: ['assistants', 'private', note],
    queryFn: async () => (await api.assistants.privateNotes({ notes: [note] })).length > 0,
  });
  const change = useMutation({
    mutationFn: (isPrivate: boolean) => api.assistants.setPrivate({ note, private: isPrivate }),
    onSuccess: (_, isPrivate) => announce(isPrivate ? 'Hidden from assistants.' : 'Assistants may read it.'),
  });
  return (
    <>
      <Checkbox
        size="xs"
        mt={6}
        label="Private"
        aria-label={`Private: ${of}`}
        title="Assistants do not read it"
        checked={change.isPending ? change.variables : (found.data ?? false)}
        disabled={found.data === undefined}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <NotDone of={change} title="It stayed as it was" />
    </>
  );
}
