import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPin, IconPinnedFilled, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { fillForm } from '../form-store.ts';
import classes from '../search.module.css';
import { TemplateName } from './template-name.tsx';
import { templatesQuery } from './templates-query.ts';

/** Searches saved under a name; one click fills in the form. Nothing while there are none. */
export function Templates() {
  const { data: templates } = useQuery(templatesQuery);
  const [renaming, setRenaming] = useState<number | null>(null);
  const change = useMutation({ mutationFn: api.templates.change });
  const remove = useMutation({
    mutationFn: (template: { templateId: number; name: string }) =>
      api.templates.remove({ templateId: template.templateId }),
    onSuccess: (_, { name }) => announce(`Template deleted: ${name}`),
  });
  if (templates === undefined || templates.length === 0) return null;
  const failed = change.error ?? remove.error;
  return (
    <section className={classes.recent} aria-labelledby="templates-heading">
      <h2 id="templates-heading">Templates</h2>
      {failed !== null && <FailureNotice error={failed} title="The template could not be changed" />}
      <ul>
        {templates.map(({ templateId, name, request, pinned }) => (
          <li key={templateId}>
            {renaming === templateId ? (
              <TemplateName templateId={templateId} name={name} onDone={() => setRenaming(null)} />
            ) : (
              <Group gap={4} wrap="nowrap">
                <UnstyledButton
                  className={classes.fill}
                  title="Fill in the form"
                  onClick={() => {
                    fillForm(request);
                    announce(`Filled in: ${name}`);
                  }}
                >
                  {name}
                </UnstyledButton>
                <ActionIcon
                  aria-pressed={pinned}
                  aria-label={`Pin ${name}`}
                  title={pinned ? 'Unpin' : 'Pin to the top'}
                  onClick={() => change.mutate({ templateId, pinned: !pinned })}
                >
                  {pinned ? <IconPinnedFilled size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
                </ActionIcon>
                <ActionIcon
                  aria-label={`Rename template ${name}`}
                  title="Rename"
                  onClick={() => setRenaming(templateId)}
                >
                  <IconPencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Delete template ${name}`}
                  title="Delete"
                  onClick={() => remove.mutate({ templateId, name })}
                >
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
