import { useMutation } from '@tanstack/react-query';
import type { AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { FileMenu } from '../ui/file-menu.tsx';
import { savedLabel, saveFile } from '../ui/save-file.ts';
import { announce } from '../ui/status-messages.ts';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
] as const;

/** The purchases that pass the filter as a file, also those that are not loaded into the table. */
export function ExportPurchases({ filter }: { filter: () => AccountsFilter }) {
  const exported = useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      const file = await api.purchases.export({ ...filter(), format });
      const saved = await saveFile(file.fileName, file.mimeType, file.text);
      return savedLabel(saved, file.fileName, plural(file.rows, 'purchase'));
    },
    onSuccess: announce,
    onError: (error) => announce(failureOf(error).message),
  });
  return <FileMenu formats={FORMATS} loading={exported.isPending} onChoose={exported.mutate} />;
}
