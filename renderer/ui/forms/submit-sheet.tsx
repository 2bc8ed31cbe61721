import { Button, Stack } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { FailureNotice } from '../failure-notice.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { FormSheet } from './form-sheet.tsx';

type SubmitSheetProps = Omit<ComponentProps<typeof FormSheet>, 'children' | 'tall'> & {
  submitLabel: string;
  /** Whether what is filled in can be handed on; by Enter as well. */
  ready: boolean;
  pending?: boolean;
  /** What went wrong when it was handed on, under which title. */
  failed?: { title: string; error: unknown } | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** A small form behind a button, with the one button that hands it on. */
export function SubmitSheet(props: SubmitSheetProps) {
  const { submitLabel, ready, pending = false, failed = null, onSubmit, children, ...sheet } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The sheet may lie within another form.
    event.stopPropagation();
    if (ready) onSubmit();
  };
  return (
    <FormSheet {...sheet}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          {failed !== null && <FailureNotice {...failed} />}
          <DialogButtons>
            <Button type="submit" size="xs" disabled={!ready} loading={pending}>
              {submitLabel}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </FormSheet>
  );
}
