import { Alert, Text } from '@mantine/core';
import type { Status } from '#shared/contract/status.ts';
import { PageLink } from '../ui/page-link.tsx';

/** What of the stored data could not be read or stored, each once, with the way to it. */
export function DataProblems({ problems }: { problems: NonNullable<Status['dataProblems']> }) {
  return (
    <Alert color="orange" title="Your data" role="status" aria-label="Your data">
      {problems.map(({ words, path, action }) => (
        <Text key={words}>
          {words}{' '}
          <PageLink underline="hover" href={path}>
            {action}
          </PageLink>
        </Text>
      ))}
    </Alert>
  );
}
