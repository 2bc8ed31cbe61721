import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPin, IconPinnedFilled, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchAddress } from '../../addresses/search-address.ts';
import { api } from '../../api/api.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { viewsQuery } from '../../views/views-query.ts';
import { fillForm } from '../form-store.ts';
import classes from '../search.module.css';
import { TemplateName } from './template-name.tsx';

/** The saved views of this form; one click fills it in. Nothing while there are none. */
export function Templates() {
  const { data: views } = useQuery(viewsQuery);
  const [renaming, setRenaming] = useState<number | null>(null);
  const change = useMutation({ mutationFn: api.views.change });
  const remove = useMutation({
    mutationFn: ({ viewId }: { viewId: number; name: string }) => api.views.remove({ viewId }),
    onSuccess: (_, { name }) => announce(`Template deleted: ${name}`),
  });
  const templates = (views ?? []).flatMap(({ path, ...view }) => {
    const { request } = searchAddress.read(path.startsWith('/?') ? path.slice(1) : '');
    return request === null ? [] : [{ ...view, request }];
  });
  if (templates.length === 0) return null;
  const failed = change.error ?? remove.error;
  return (
    <section className={classes.recent} aria-labelledby="templates-heading">
      <h2 id="templates-heading">Templates</h2>
      {failed !== null && <FailureNotice error={failed} title="The template could not be changed" />}
      <ul>
        {templates.map(({ viewId, name, request, pinned }) => (
          <li key={viewId}>
            {renaming === viewId ? (
              <TemplateName viewId={viewId} name={name} onDone={() => setRenaming(null)} />
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
                  onClick={() => change.mutate({ viewId, pinned: !pinned })}
                >
                  {pinned ? <IconPinnedFilled size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
                </ActionIcon>
                <ActionIcon
                  aria-label={`Rename template ${name}`}
                  title="Rename"
                  onClick={() => setRenaming(viewId)}
                >
                  <IconPencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Delete template ${name}`}
                  title="Delete"
                  onClick={() => remove.mutate({ viewId, name })}
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
