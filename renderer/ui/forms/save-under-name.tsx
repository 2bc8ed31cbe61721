import { Button, Text } from '@mantine/core';
import { freeName, isInUse } from './free-name.ts';

type SaveUnderNameProps = {
  /** Of the button where the name is free. */
  label: string;
  name: string;
  namesInUse: readonly string[];
  /** In characters. */
  longest: number;
  loading: boolean;
  onReplace: () => void;
};

/** The end of a form that keeps something under a name: submitting it replaces nothing that is kept. */
export function SaveUnderName({ label, name, namesInUse, longest, loading, onReplace }: SaveUnderNameProps) {
  if (!isInUse(name, namesInUse))
    return (
      <Button type="submit" size="xs" disabled={name.trim() === ''} loading={loading}>
        {label}
      </Button>
    );
  return (
    <>
      <Text size="xs" role="status">
        Something is kept under this name already. Keep both, and this is called “
        {freeName(name, namesInUse, longest)}”.
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
