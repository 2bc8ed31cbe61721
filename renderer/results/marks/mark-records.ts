import { useMutation } from '@tanstack/react-query';
import type { MarkChange } from '#shared/contract/annotations.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../ui/status-messages.ts';

/** Marks records; what shows them reads again by itself. */
export function useMarkRecords() {
  return useMutation({
    mutationFn: (act: { versionIds: readonly number[]; change: MarkChange; said: string }) =>
      api.annotations.mark({ versionIds: [...act.versionIds], change: act.change }),
    onSuccess: ({ records }, { said }) => announce(`${said}: ${plural(records, 'record')}.`),
  });
}
