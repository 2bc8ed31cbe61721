import { Button, Menu, Portal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type CsvStyle, factsCsv } from '#shared/csv.ts';
import { utcDay } from '#shared/dates.ts';
import { csvStyle } from '#shared/formats.ts';
import { useCsvDialog } from '../../export/csv-dialog.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { failureOf } from '../../ui/failure-notice.tsx';
import { saveAndNotify } from '../../ui/save-file.ts';
import { announce } from '../../ui/status-messages.ts';
import classes from '../compare.module.css';
import type { DataTable } from './data-table.ts';
import { tabbedOf } from './table-text.ts';

type Shareable = {
  /** Of the files, without date and extension: `milepost-comparison`. */
  name: string;
  /** What it is, within a sentence: `comparison`. */
  noun: string;
  /** In readable form, for pasting. */
  table: () => string[][] | Promise<string[][]>;
  /** The same for other programs. */
  data: () => DataTable | Promise<DataTable>;
  json: () => unknown;
};

const PLACE = 'share-actions';

/** Where the heading of the screen holds the export buttons of its view. */
export const ShareActionsPlace = () => <div id={PLACE} className={classes.shareActions} />;

/** Exports what is shown, for other programs, for paper and for people. */
export function ShareActions({ name, noun, table, data, json }: Shareable) {
  const [copied, setCopied] = useState(false);
  const download = useRef<HTMLButtonElement>(null);
  useHotkeys([['mod+E', () => download.current?.click()]], []);
  const fileName = (ending: string) => `${name}-${utcDay(Date.now())}.${ending}`;
  const announced = (act: () => Promise<void>) => () => {
    act().catch((error: unknown) => announce(failureOf(error).message));
  };
  const saveCsv = async (style: CsvStyle) => {
    const { names, rows } = await data();
    await saveAndNotify(fileName('csv'), 'text/csv', factsCsv(names, rows, style), `the ${noun}`);
  };
  const { item, dialog } = useCsvDialog((style) => announced(() => saveCsv(style))());
  return (
    <Portal target={`#${PLACE}`}>
      {dialog}
      <Button
        size="xs"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={announced(async () => {
          const worked = await copyText(tabbedOf(await table()));
          setCopied(worked);
          announce(
            worked
              ? `The ${noun} is on the clipboard.`
              : 'The clipboard cannot be used here. Download the CSV.',
          );
        })}
      >
        Copy as table
      </Button>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button ref={download} size="xs" leftSection={<IconDownload size={14} aria-hidden />}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={announced(() => saveCsv(csvStyle()))}>CSV</Menu.Item>
          <Menu.Item
            onClick={announced(async () =>
              saveAndNotify(
                fileName('json'),
                'application/json',
                JSON.stringify(await json(), null, 2),
                `the ${noun}`,
              ),
            )}
          >
            JSON
          </Menu.Item>
          {item}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => window.print()}>
        Print or PDF
      </Button>
    </Portal>
  );
}
