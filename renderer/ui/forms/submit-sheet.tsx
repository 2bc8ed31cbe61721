import { Button, Stack } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { FailureNotice } from '../failure-notice.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { FormSheet } from './form-sheet.tsx';

type SubmitSheetProps = Omit<ComponentProps<typeof FormSheet>, 'children' | 'tall'> & {
  submitLabel: string;
  /** Whether the form can be submitted, including by Enter. */
  ready: boolean;
  pending?: boolean;
  /** The error of the last submission, and its title. */
  failed?: { title: string; error: unknown } | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** A small form behind a button, with one button that submits it. */
export function SubmitSheet(props: SubmitSheetProps) {
  const { submitLabel, ready, pending = false, failed = null, onSubmit, children, ...sheet } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The sheet may be inside another form.
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
            <Button variant="filled" type="submit" size="xs" disabled={!ready} loading={pending}>
              {submitLabel}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </FormSheet>
  );
}
