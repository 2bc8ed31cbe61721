import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import classes from './settings.module.css';

/** The licence of everything that the build put into the program, with its text; read only when opened. */
export function LicenceNotices({ isOpen }: { isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen);
  const notices = useQuery({
    queryKey: ['about', 'notices'],
    queryFn: () => api.about.notices(),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        Licence notices
      </Button>
      {open && notices.isPending && <LoadingState />}
      {open && notices.isLoadingError && (
        <FailureNotice error={notices.error} onRetry={() => void notices.refetch()} />
      )}
      {open && notices.data && (
        <ul className={classes.notices} aria-label="Licence notices">
          {notices.data.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              <details>
                <summary>
                  {name} {version}, {licence}
                </summary>
                <pre>{text === '' ? 'The package carries no licence text of its own.' : text}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
