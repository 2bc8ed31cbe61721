import { Text } from '@mantine/core';

/** An empty cell, dimmed, with the reason on hover. */
export const Nothing = ({ title }: { title: string }) => (
  <Text span inherit c="dimmed" title={title}>
    –
  </Text>
);
