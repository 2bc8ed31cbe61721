import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/api.ts';
import { aboutQuery } from '../status/queries.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { Loaded } from './loaded.tsx';
import { settingsQuery } from './queries.ts';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { sectionOf } from './settings-sections.ts';
import { UpdatesPart } from './updates-part.tsx';

/** The version, where the data is, and whose work Milepost uses. */
export function AboutSection() {
  const about = useQuery(aboutQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [location] = useLocation();
  const isNamed = sectionOf(location)?.part === 'licences';
  return (
    <SettingsSection title="Milepost" about="The program, its data, and the work of others in it.">
      <Loaded of={about}>
        {(data) => (
          <>
            <Text>Milepost {data.version}</Text>
            <UpdatesPart />
            {settings && (
              <Text component="div">
                Data folder <RequestId id={settings.dataFolder} what="data folder" />
              </Text>
            )}
            <ul className={classes.credits}>
              {data.credits.map((credit) => (
                <li key={credit.name}>
                  <strong>{credit.name}</strong>, {credit.what.replace(/\.$/, '')}. {credit.holder},{' '}
                  {credit.licence}.{' '}
                  <a href={credit.url} target="_blank" rel="noreferrer">
                    {credit.url}
                  </a>
                </li>
              ))}
            </ul>
            <div data-part="licences">
              <LicenceNotices key={String(isNamed)} isOpen={isNamed} />
            </div>
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

/** The licence of everything that the build put into the program, with its text; read only when opened. */
function LicenceNotices({ isOpen }: { isOpen: boolean }) {
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
