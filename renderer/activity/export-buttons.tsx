import { useMutation } from '@tanstack/react-query';
import type { CsvStyle } from '#shared/csv.ts';
import { plural } from '#shared/formats.ts';
import type { ActivityAddress } from '../addresses/activity-address.ts';
import { api } from '../api/api.ts';
import { FileMenu } from '../export/file-menu.tsx';
import { failureOf } from '../ui/failure-notice.tsx';
import { savedLabel, saveFile } from '../ui/save-file.ts';
import { announce } from '../ui/status-messages.ts';

const FORMATS = [
  { format: 'csv', label: 'CSV', type: 'text/csv' },
  { format: 'json', label: 'JSON', type: 'application/json' },
] as const;
type Format = (typeof FORMATS)[number];

/** Exports every request that passes the filter, including those not loaded into the table. */
export function ExportButtons({ text, failedOnly, disabled }: ActivityAddress & { disabled: boolean }) {
  const exported = useMutation({
    mutationFn: async ({ format, type, csv }: Format & { csv: CsvStyle }) => {
      const file = await api.activity.export({
        format,
        csv,
        ...(text === '' ? {} : { text }),
        ...(failedOnly ? { failedOnly } : {}),
      });
      const name = `milepost-activity.${format}`;
      return savedLabel(await saveFile(name, type, file.text), name, plural(file.rows, 'request'));
    },
    onSuccess: (words) => announce(`${words} There is no key and nothing of what was sent in it.`),
    onError: (error) => announce(failureOf(error).message),
  });
  return (
    <FileMenu
      formats={FORMATS}
      loading={exported.isPending}
      disabled={disabled}
      onChoose={(chosen, csv) => {
        const one = FORMATS.find(({ format }) => format === chosen);
        if (one !== undefined) exported.mutate({ ...one, csv });
      }}
    />
  );
}
