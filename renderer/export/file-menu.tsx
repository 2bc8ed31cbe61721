import { Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CsvStyle } from '#shared/csv.ts';
import { csvStyle } from '#shared/formats.ts';
import { useCsvDialog } from './csv-dialog.tsx';

type FileMenuProps<Format> = {
  formats: readonly { format: Format; label: string }[];
  loading: boolean;
  disabled?: boolean;
  /** @param csv how a CSV file is written */
  onChoose: (format: Format, csv: CsvStyle) => void;
};

/** One button for all the file formats of an export, CSV among them. */
export function FileMenu<Format extends string>({
  formats,
  loading,
  disabled = false,
  onChoose,
}: FileMenuProps<Format>) {
  const button = useRef<HTMLButtonElement>(null);
  useHotkeys([['mod+E', () => button.current?.click()]], []);
  const csvFormat = formats.find(({ format }) => format === 'csv');
  const { item, dialog } = useCsvDialog((csv) => {
    if (csvFormat !== undefined) onChoose(csvFormat.format, csv);
  });
  return (
    <>
      {dialog}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            ref={button}
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={loading}
            disabled={disabled}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => onChoose(format, csvStyle())}>
              {label}
            </Menu.Item>
          ))}
          {csvFormat && item}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
