import { Button, Group, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, NotDone } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';

/** Reports that the saved searches cannot be read from the file, and reads them again. */
export const SearchesUnread = ({ searches }: { searches: UseQueryResult }) => (
  <FailureNotice
    error={searches.error}
    title="The saved searches could not be read"
    onRetry={() => void searches.refetch()}
  />
);

type StoredSearchesProps<Item> = {
  list: UseQueryResult<Item[]>;
  /** Shown where no search was ever run. */
  empty: { title: string; icon: Icon; words: string };
  children: (searches: Item[]) => ReactNode;
};

/** The saved searches from the file; or that they cannot be read, are being read, or do not exist. */
export function StoredSearches<Item>({ list, empty, children }: StoredSearchesProps<Item>) {
  if (list.isLoadingError) return <SearchesUnread searches={list} />;
  if (list.data === undefined) return <LoadingState words="Reading saved searches…" />;
  if (list.data.length === 0) return <NoSearches {...empty} />;
  return (
    <>
      {children(list.data)}
      <SearchesElsewhere />
    </>
  );
}

type Elsewhere = Awaited<ReturnType<typeof api.results.elsewhere>>[number];

const useElsewhere = () =>
  useQuery({ queryKey: ['results', 'elsewhere'], queryFn: () => api.results.elsewhere() }).data;

const savedAt = ({ name, searches, records }: Elsewhere): string =>
  `${plural(searches, 'search', 'searches')} with ${plural(records, 'record')} at ${name}.`;

/** Brings each of these marketplaces into use. */
function UseOthers({ elsewhere }: { elsewhere: readonly Elsewhere[] }) {
  const use = useMutation({
    mutationFn: (address: string | null) => api.settings.setMarketplace({ address }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  return (
    <>
      {elsewhere.map(({ address, name }) => (
        <Button
          key={name}
          size="compact-sm"
          loading={use.isPending && use.variables === address}
          onClick={() => use.mutate(address)}
        >
          Use {name}
        </Button>
      ))}
      <NotDone of={use} title="Address not changed" />
    </>
  );
}

/** What is saved for other marketplaces than the one in use, below the searches of this one. */
export function SearchesElsewhere() {
  const elsewhere = useElsewhere() ?? [];
  if (elsewhere.length === 0) return null;
  return (
    <Group component="section" aria-label="Saved at other marketplaces" gap="sm" my="sm">
      <Text size="sm" c="dimmed">
        Not shown here: {elsewhere.map(savedAt).join(' ')}
      </Text>
      <UseOthers elsewhere={elsewhere} />
    </Group>
  );
}

/** No search of the marketplace in use; others may have been restored or run at another one. */
export function NoSearches({ title, icon: Icon, words }: StoredSearchesProps<never>['empty']) {
  const elsewhere = useElsewhere();
  if (elsewhere === undefined) return <LoadingState words="Reading saved searches…" />;
  if (elsewhere.length > 0)
    return (
      <EmptyState
        title="Your searches belong to another marketplace"
        icon={<Icon size={36} stroke={1.4} aria-hidden />}
        action={
          <Stack gap="xs" align="center">
            <UseOthers elsewhere={elsewhere} />
          </Stack>
        }
      >
        {elsewhere.map(savedAt).join(' ')} They are shown while it is the marketplace in use. Nothing is lost,
        and nothing is bought by changing it.
      </EmptyState>
    );
  return (
    <EmptyState
      title={title}
      icon={<Icon size={36} stroke={1.4} aria-hidden />}
      action={
        <Button variant="filled" component={Link} href="/" size="xs">
          Go to Search
        </Button>
      }
    >
      {words}
    </EmptyState>
  );
}
