import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MarkChange } from '#shared/contract/annotations.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../ui/status-messages.ts';

/** Marks records; their views are refreshed automatically. */
export function useMarkRecords() {
  return useMutation({
    mutationFn: (act: { versionIds: readonly number[]; change: MarkChange; said: string }) =>
      api.annotations.mark({ versionIds: [...act.versionIds], change: act.change }),
    onSuccess: ({ records }, { said }) => announce(`${said}: ${plural(records, 'record')}.`),
  });
}

/** Stars a record, or removes its star. */
export function useStar() {
  const mark = useMarkRecords();
  const { mutate } = mark;
  const star = useCallback(
    ({ versionId, mark }: RecordRow) => {
      const starred = mark?.starred === true;
      mutate({
        versionIds: [versionId],
        change: { starred: !starred },
        said: starred ? 'Star removed' : 'Starred',
      });
    },
    [mutate],
  );
  return { star, error: mark.error };
}
