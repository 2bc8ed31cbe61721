import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { announce } from '../../ui/status-messages.ts';

type TemplateNameProps = { viewId: number; name: string; onDone: () => void };

/** Renames a template; its content stays. */
export function TemplateName({ viewId, name, onDone }: TemplateNameProps) {
  const [draft, setDraft] = useState(name);
  const rename = useMutation({
    mutationFn: () => api.views.change({ viewId, name: draft.trim() }),
    onSuccess: (saved) => {
      announce(`The template is called ${saved.name} now`);
      onDone();
    },
  });
  const submit = () => {
    if (draft.trim() !== '') rename.mutate();
  };
  return (
    <Form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <Stack gap={6}>
        <TextInput
          aria-label={`New name of ${name}`}
          value={draft}
          maxLength={80}
          autoFocus
          size="xs"
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <NotDone of={rename} title="The name could not be changed" />
        <DialogButtons size="compact-xs" leave={{ label: 'Cancel', onLeave: onDone }}>
          <Button
            type="submit"
            variant="light"
            size="compact-xs"
            disabled={draft.trim() === ''}
            loading={rename.isPending}
          >
            Rename
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}
