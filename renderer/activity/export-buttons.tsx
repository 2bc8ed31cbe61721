import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { saveFile } from '../components/save-file.ts';
import { announce } from '../components/status-words.ts';
import { plural } from '../results/award-words.ts';
import type { ActivityAddress } from './activity-address.ts';

const FORMATS = [
  { format: 'csv', label: 'Export CSV', type: 'text/csv' },
  { format: 'json', label: 'Export JSON', type: 'application/json' },
] as const;
type Format = (typeof FORMATS)[number];

/** Every request that passes the filter as a file, also those that are not loaded into the table. */
export function ExportButtons({ text, failedOnly, disabled }: ActivityAddress & { disabled: boolean }) {
  const exported = useMutation({
    mutationFn: async ({ format, type }: Format) => {
      const file = await api.activity.export({
        format,
        ...(text === '' ? {} : { text }),
        ...(failedOnly ? { failedOnly } : {}),
      });
      saveFile(`milepost-activity.${format}`, type, file.text);
      return file.rows;
    },
    onSuccess: (rows) =>
      announce(`${plural(rows, 'request')} exported. There is no key and nothing of what was sent in it.`),
    onError: () => announce('The activity could not be exported. Nothing was changed.'),
  });
  return FORMATS.map((one) => (
    <Button
      key={one.format}
      variant="default"
      size="sm"
      leftSection={<IconDownload size={15} aria-hidden />}
      disabled={disabled}
      loading={exported.isPending && exported.variables.format === one.format}
      onClick={() => exported.mutate(one)}
    >
      {one.label}
    </Button>
  ));
}
