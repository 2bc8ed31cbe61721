import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Status } from '#shared/contract/status.ts';

/** What of the stored data could not be read or stored, each once, with the way to it. */
export function DataProblems({ problems }: { problems: NonNullable<Status['dataProblems']> }) {
  return (
    <Alert color="orange" variant="light" title="Your data" role="status" aria-label="Your data">
      {problems.map(({ words, path, action }) => (
        <Text size="sm" key={words}>
          {words}{' '}
          <Anchor component={Link} href={path} inherit>
            {action}
          </Anchor>
        </Text>
      ))}
    </Alert>
  );
}
