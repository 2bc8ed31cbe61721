import { Alert, Button, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PacksInUse } from '#shared/contract/program/facts.ts';
import { formatNumber, plainDate, plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { Ago } from '../../ui/ago.tsx';
import { NotDone, NotRead } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { announce } from '../../ui/status-messages.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { openPack, useOpenedPack } from './opened-pack.ts';

type PackRow = PacksInUse['packs'][number];

const NAMES: Readonly<Record<PackRow['kind'], string>> = {
  airlines: 'Airlines',
  programmes: 'Programmes',
  transfers: 'Transfers',
  places: 'Airports and places',
  'booking-links': 'Booking links and holds',
};

const ABOUT =
  'What Milepost knows about the world, each pack with its date. A newer one is loaded from a file; nothing is fetched.';

/** The packs of facts in use: their dates, and loading a newer one from a file, which can be undone. */
export function FactsSection() {
  const facts = useQuery({ queryKey: ['settings', 'facts'], queryFn: () => api.facts.read() });
  /** The text of the file that is being looked at. */
  const [text, setText] = useState<string | null>(null);
  const preview = useMutation({ mutationFn: (read: string) => api.facts.preview({ text: read }) });
  const load = useMutation({ mutationFn: (read: string) => api.facts.load({ text: read }) });
  const undo = useMutation({ mutationFn: (kind: PackRow['kind']) => api.facts.undo({ kind }) });
  const choose = async (file: File | null) => {
    if (file === null) return;
    load.reset();
    const read = await file.text();
    preview.mutate(read, { onSuccess: () => setText(read) });
  };
  const given = useOpenedPack();
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (given === null) return;
    openPack(null);
    void latest.current(given);
  }, [given]);
  const close = () => {
    setText(null);
    preview.reset();
  };
  const found = preview.data;
  return (
    <SettingsSection title="Facts" about={ABOUT} part="facts">
      <Stack gap="sm">
        <NotRead of={facts} title="The packs of facts could not be read" />
        {facts.data !== undefined && (
          <Table aria-label="Packs of facts">
            <TableHead columns={['Pack', 'As of', 'Good until', 'From']} />
            <Table.Tbody>
              {facts.data.packs.map((pack) => (
                <Table.Tr key={pack.kind}>
                  <Table.Td>{NAMES[pack.kind]}</Table.Td>
                  <Table.Td>{plainDate(pack.asOf)}</Table.Td>
                  <Table.Td>{untilLabel(pack, facts.data.today)}</Table.Td>
                  <Table.Td>
                    {pack.loadedAt === null ? (
                      'Milepost'
                    ) : (
                      <Group gap="xs">
                        <span>
                          Your file, <Ago at={pack.loadedAt} />
                        </span>
                        <Button
                          size="compact-xs"
                          loading={undo.isPending}
                          onClick={() =>
                            undo.mutate(pack.kind, {
                              onSuccess: () =>
                                announce(`${NAMES[pack.kind]}: the pack before is in use again.`),
                            })
                          }
                        >
                          Undo
                        </Button>
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group>
          <FileButton
            accept=".json,application/json"
            onChange={choose}
            inputProps={{ 'aria-label': 'Pack of facts' }}
          >
            {({ onClick }) => (
              <Button onClick={onClick} loading={preview.isPending}>
                Load a newer pack…
              </Button>
            )}
          </FileButton>
        </Group>
        <NotDone of={preview} title="The file was not loaded" />
        <NotDone of={undo} title="The pack was not changed" />
      </Stack>
      <Modal
        opened={text !== null && found !== undefined}
        onClose={close}
        title={found === undefined ? '' : `Load ${NAMES[found.kind]}`}
        size={560}
      >
        {text !== null && found !== undefined && (
          <Stack gap="sm">
            <Text>
              As of {plainDate(found.asOf)}, good until {plainDate(found.until)}:{' '}
              {plural(found.lines, 'line')}. In use is the pack of {plainDate(found.inUseAsOf)}.
            </Text>
            <Text>
              {formatNumber(found.added)} new, {formatNumber(found.changed)} changed,{' '}
              {formatNumber(found.removed)} left out.
            </Text>
            {found.examples.length > 0 && (
              <ul>
                {found.examples.map((example) => (
                  <li key={example}>{example}</li>
                ))}
              </ul>
            )}
            {!found.isNewer && (
              <Alert color="yellow">It is not newer than the pack in use, so it cannot be loaded.</Alert>
            )}
            <NotDone of={load} title="The pack was not loaded" />
            <DialogButtons leave={{ label: 'Cancel', onLeave: close }}>
              <Button
                variant="filled"
                disabled={!found.isNewer}
                loading={load.isPending}
                onClick={() =>
                  load.mutate(text, {
                    onSuccess: () => {
                      announce(`${NAMES[found.kind]} of ${plainDate(found.asOf)} are in use.`);
                      close();
                    },
                  })
                }
              >
                Load pack
              </Button>
            </DialogButtons>
          </Stack>
        )}
      </Modal>
    </SettingsSection>
  );
}

/** `25 Mar 2027, 40 lines past their date`; since when where the pack is past its own. */
function untilLabel({ until, pastLines }: PackRow, today: string): string {
  if (today > until) return `Past its date since ${plainDate(until)}`;
  return pastLines === 0
    ? plainDate(until)
    : `${plainDate(until)}, ${plural(pastLines, 'line')} past their date`;
}
