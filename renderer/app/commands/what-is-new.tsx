import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import changelog from '../../../CHANGELOG.md?raw';
import { aboutQuery } from '../../status/queries.ts';
import classes from '../frame.module.css';
import { newsOf, readChangelog } from './changelog.ts';
import { FrameModal, type FrameModalProps } from './frame-modal.tsx';

const RELEASES = readChangelog(changelog);

/** What is new in this version, or since the one before the update; from CHANGELOG.md. */
export function WhatIsNew({ opened, onClose }: FrameModalProps) {
  const { data } = useQuery(aboutQuery);
  return (
    <FrameModal opened={opened} onClose={onClose} title="What is new">
      <Stack gap="md" className={classes.news}>
        {data &&
          newsOf(RELEASES, data.version, data.updatedFrom).map(({ version, groups }) => (
            <section key={version}>
              <h3>{version === 'Unreleased' ? `Milepost ${data.version}` : `Milepost ${version}`}</h3>
              {groups.map(({ name, lines }) => (
                <section key={name}>
                  <h4>{name}</h4>
                  <ul>
                    {lines.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </section>
              ))}
            </section>
          ))}
      </Stack>
    </FrameModal>
  );
}
