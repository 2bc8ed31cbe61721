import { Button, Text } from '@mantine/core';
import { freeName, isTaken } from './free-name.ts';

type KeepUnderNameProps = {
  /** Of the button where the name is free. */
  label: string;
  name: string;
  taken: readonly string[];
  /** In characters. */
  longest: number;
  loading: boolean;
  onReplace: () => void;
};

/** The end of a form that keeps something under a name: submitting it replaces nothing that is kept. */
export function KeepUnderName({ label, name, taken, longest, loading, onReplace }: KeepUnderNameProps) {
  if (!isTaken(name, taken))
    return (
      <Button type="submit" size="xs" disabled={name.trim() === ''} loading={loading}>
        {label}
      </Button>
    );
  return (
    <>
      <Text size="xs" role="status">
        Something is kept under this name already. Keep both, and this is called “
        {freeName(name, taken, longest)}”.
      </Text>
      <Button type="submit" size="xs" loading={loading}>
        Keep both
      </Button>
      <Button size="xs" variant="default" disabled={loading} onClick={onReplace}>
        Replace what is kept
      </Button>
    </>
  );
}
