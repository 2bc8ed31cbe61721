import { type DataTag, type QueryKey, useMutation } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** An act whose answer replaces what a query read. @param done called then, for example to announce it */
export const useReplacing = <Data, Input = void>(
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  mutationFn: (input: Input) => Promise<Data>,
  done?: (after: Data, input: Input) => void,
) =>
  useMutation({
    mutationFn,
    onSuccess: (after, input) => {
      queryClient.setQueryData(queryKey, after);
      done?.(after, input);
    },
  });
