import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import { startExport, useExport } from './export-store.ts';

const FORMATS: readonly { format: ExportFormat; name: string }[] = [
  { format: 'csv', name: 'CSV, for spreadsheets' },
  { format: 'json', name: 'JSON' },
  { format: 'ndjson', name: 'NDJSON, one row a line' },
  { format: 'ics', name: 'Calendar file (iCalendar)' },
];

type ExportMenuProps = {
  /** Names the button: what is exported. */
  label: string;
  what: ExportView;
  disabled?: boolean;
};

/** Writes what is shown into a file, whole and not only as far as it is drawn. */
export function ExportMenu({ label, what, disabled = false }: ExportMenuProps) {
  const { underWay } = useExport();
  const isOfRecords = what.view === 'table' || what.view === 'chosen';
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={disabled || underWay !== null}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.filter(({ format }) => isOfRecords || format !== 'ics').map(({ format, name }) => (
          <Menu.Item key={format} onClick={() => void startExport(what, format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
