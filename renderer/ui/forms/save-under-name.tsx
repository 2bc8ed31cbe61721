import { Button, Text } from '@mantine/core';
import { DialogButtons } from './dialog-buttons.tsx';
import { freeName, isInUse } from './free-name.ts';

type SaveUnderNameProps = {
  /** The button's label where the name is free. */
  label: string;
  name: string;
  namesInUse: readonly string[];
  /** In characters. */
  longest: number;
  loading: boolean;
  onReplace: () => void;
};

/** The end of a form that saves something under a name: submitting it does not replace anything saved. */
export function SaveUnderName({ label, name, namesInUse, longest, loading, onReplace }: SaveUnderNameProps) {
  if (!isInUse(name, namesInUse))
    return (
      <DialogButtons>
        <Button variant="filled" type="submit" size="xs" disabled={name.trim() === ''} loading={loading}>
          {label}
        </Button>
      </DialogButtons>
    );
  return (
    <>
      <Text size="xs" role="status">
        This name is taken. Save both, and this is called “{freeName(name, namesInUse, longest)}”.
      </Text>
      <DialogButtons
        more={
          <Button size="xs" disabled={loading} onClick={onReplace}>
            Replace
          </Button>
        }
      >
        <Button variant="filled" type="submit" size="xs" loading={loading}>
          Save both
        </Button>
      </DialogButtons>
    </>
  );
}
