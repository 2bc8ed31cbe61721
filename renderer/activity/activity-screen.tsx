import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconFilter, IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { CsvStyle } from '#shared/csv.ts';
import { plural } from '#shared/formats.ts';
import { type ActivityAddress, activityAddress } from '../addresses/activity-address.ts';
import { api } from '../api/api.ts';
import { FileMenu } from '../export/file-menu.tsx';
import { SpendingTabs } from '../money/spending-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, failureOf, NotRead } from '../ui/failure-notice.tsx';
import { useDraft } from '../ui/forms/draft.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { savedLabel, saveFile } from '../ui/save-file.ts';
import { Screen } from '../ui/screen.tsx';
import { announce } from '../ui/status-messages.ts';
import { ActivityTable } from './activity-table.tsx';
import { AssistantReads } from './assistant-reads.tsx';

const FORMATS = [
  { format: 'csv', label: 'CSV', type: 'text/csv' },
  { format: 'json', label: 'JSON', type: 'application/json' },
] as const;
type Format = (typeof FORMATS)[number];

/** Exports every request that passes the filter, including those not loaded into the table. */
function ExportButtons({ text, failedOnly, disabled }: ActivityAddress & { disabled: boolean }) {
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

/** Requests read at a time. */
const STEP = 100;

/** Requests sent to the network and their answers, newest first. */
export function ActivityScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => activityAddress.read(search), [search]);
  const { text, failedOnly } = address;
  const change = (part: Partial<ActivityAddress>) =>
    navigate(activityAddress.path({ ...address, ...part }), { replace: true });
  const [draft, setDraft] = useDraft(text, (value) => change({ text: value }));

  const activity = useInfiniteQuery({
    queryKey: ['activity', text, failedOnly],
    queryFn: ({ pageParam }) =>
      api.activity.list({
        limit: STEP,
        ...(text === '' ? {} : { text }),
        ...(failedOnly ? { failedOnly } : {}),
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? last.rows.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = activity.data?.pages.flatMap((page) => page.rows) ?? [];
  const filtered = text !== '' || failedOnly;

  return (
    <Screen
      title="Activity"
      unread={activityAddress.unread(search)}
      aside={
        <Text span size="xs" c="dimmed">
          Every request that left this computer, without key or content
        </Text>
      }
    >
      <SpendingTabs here="activity" />
      <AssistantReads />
      <Group gap="md" mb="md">
        <TextInput
          aria-label="Filter activity"
          placeholder="Filter requests"
          leftSection={<IconFilter size={15} aria-hidden />}
          style={{ flex: '1 1 260px', maxWidth: 420 }}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Checkbox
          label="Failed only"
          checked={failedOnly}
          onChange={(event) => change({ failedOnly: event.currentTarget.checked })}
        />
        <ExportButtons {...address} disabled={rows.length === 0} />
      </Group>
      {activity.isLoadingError && rows.length === 0 ? (
        <FailureNotice
          error={activity.error}
          title="Activity not read"
          onRetry={() => void activity.refetch()}
        />
      ) : activity.isPending ? (
        <LoadingState words="Reading activity…" />
      ) : rows.length === 0 ? (
        <EmptyState
          title={filtered ? 'No request passes this filter' : 'No requests yet'}
          icon={<IconListDetails size={36} stroke={1.4} aria-hidden />}
          action={
            filtered ? (
              <Button
                onClick={() => {
                  setDraft('');
                  change({ text: '', failedOnly: false });
                }}
              >
                Clear filter
              </Button>
            ) : (
              <Button variant="filled" component={Link} href="/">
                New search
              </Button>
            )
          }
        >
          {filtered
            ? 'Clear it to see every request.'
            : 'Each request to the marketplace comes here with its answer, so that every cent can be traced.'}
        </EmptyState>
      ) : (
        <>
          <ActivityTable rows={rows} />
          <NotRead of={activity} title="Older requests not read" />
          {activity.hasNextPage ? (
            <Button
              mt="md"
              loading={activity.isFetchingNextPage}
              onClick={() => void activity.fetchNextPage()}
            >
              Load older
            </Button>
          ) : (
            <Text mt={14} fz={13} c="dimmed">
              {plural(rows.length, 'request')} in all
            </Text>
          )}
        </>
      )}
    </Screen>
  );
}
