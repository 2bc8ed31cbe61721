import { ActionIcon, Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { saveAndNotify } from '../ui/save-file.ts';
import { announce } from '../ui/status-messages.ts';
import { useCsvDialog } from './csv-dialog.tsx';
import { startExport, useExport } from './export-store.ts';
import { type Printable, PrintRecords, readPrintable, type TableView } from './print-records.tsx';

const FORMATS: readonly { format: ExportFormat; name: string }[] = [
  { format: 'csv', name: 'CSV, for spreadsheets' },
  { format: 'json', name: 'JSON' },
  { format: 'ndjson', name: 'NDJSON, one row a line' },
  { format: 'ics', name: 'Calendar file (iCalendar)' },
];

const reportFailure = (error: unknown): void => announce(failureOf(error).message);

/** Saves what may be given away of a trip: what is wanted, kept flights and links. */
async function saveTrip(tripId: string): Promise<void> {
  const trip = await api.trips.file({ tripId });
  const content = `the trip with ${plural(trip.flights.length, 'flight')} and ${plural(trip.links.length, 'link')}`;
  await saveAndNotify(
    `${trip.title}.milepost-trip`,
    'application/x-milepost-trip',
    JSON.stringify(trip),
    content,
  );
}

type ExportMenuProps = {
  /** Names the button: what is exported. */
  label: string;
  what: ExportView;
  disabled?: boolean;
  /** Columns that paper does not have, as they are not on the screen. */
  notPrinted?: readonly string[];
  /** Shown as an icon, where text has no space. */
  isIcon?: boolean;
};

/** Exports or prints all of what is shown, not only the rendered part. */
export function ExportMenu(props: ExportMenuProps) {
  const { label, what, disabled = false, notPrinted = [], isIcon = false } = props;
  const { underWay } = useExport();
  const { item, dialog } = useCsvDialog((csv) => void startExport(what, 'csv', csv));
  const [printable, setPrintable] = useState<Printable | null>(null);
  const printed = useCallback(() => setPrintable(null), []);
  const table = what.view === 'table' && !disabled ? what : null;
  const print = (view: TableView) => readPrintable(view, notPrinted).then(setPrintable, reportFailure);
  // The browser's own printing would print only the rows in sight: it does not wait for reads.
  useHotkeys(table === null ? [] : [['mod+P', () => void print(table)]], []);
  const button = useRef<HTMLButtonElement>(null);
  useHotkeys([['mod+E', () => button.current?.click()]], []);
  const isOfRecords = what.view === 'table' || what.view === 'chosen';
  return (
    <>
      {dialog}
      {printable && <PrintRecords printable={printable} onDone={printed} />}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          {isIcon ? (
            <ActionIcon
              ref={button}
              variant="default"
              size="input-xs"
              aria-label={label}
              title={label}
              disabled={disabled || underWay !== null}
            >
              <IconDownload size={16} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              ref={button}
              size="xs"
              leftSection={<IconDownload size={15} aria-hidden />}
              disabled={disabled || underWay !== null}
            >
              {label}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.filter(({ format }) => isOfRecords || format !== 'ics').map(({ format, name }) => (
            <Menu.Item key={format} onClick={() => void startExport(what, format)}>
              {name}
            </Menu.Item>
          ))}
          {item}
          {what.view === 'trip' && (
            <Menu.Item onClick={() => void saveTrip(what.tripId).catch(reportFailure)}>
              Trip file, for another Milepost
            </Menu.Item>
          )}
          {table && <Menu.Item onClick={() => void print(table)}>Print or PDF</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
