import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { freshnessLabel } from '#shared/catalogue/freshness.ts';
import type { KeyStatus, Status } from '#shared/contract/status.ts';
import { absoluteTime } from '#shared/formats.ts';
import { useNow } from '../ui/now.ts';
import { ageLabel } from '../ui/relative-time.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { ChargeAlarmLink } from './charge-alarm.tsx';
import classes from './frame.module.css';
import { openPalette } from './palette-store.ts';
import { ServiceWait } from './service-wait.tsx';
import { SpendingMeter } from './spending-meter.tsx';

type Tone = 'good' | 'warn' | 'quiet';

function Fact({
  label,
  value,
  title,
  tone,
}: {
  label: string;
  value: ReactNode;
  title?: string;
  tone?: Tone;
}) {
  return (
    <div className={classes.fact} title={title}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value} data-tone={tone}>
        {tone && <span className={classes.dot} aria-hidden />}
        {value}
      </span>
    </div>
  );
}

const KEY_LABELS: Record<KeyStatus['state'], string> = {
  keychain: 'Stored',
  memory: 'This run only',
  none: 'Not stored',
};

const NETWORK: Record<Status['network']['state'], { words: string; tone: Tone }> = {
  online: { words: 'Online', tone: 'good' },
  offline: { words: 'Offline', tone: 'warn' },
  unknown: { words: 'Not asked yet', tone: 'quiet' },
};

function CatalogueFact({ freshness }: { freshness: Status['freshness'] }) {
  const now = useNow();
  if (freshness === null)
    return <Fact label="Catalogue" value="Not known" title={freshnessLabel(null)} tone="quiet" />;
  const word = freshness.status === 'unknown' ? 'Not understood' : freshness.status;
  const at = freshness.completedAt ?? freshness.readAt;
  return (
    <Fact
      label="Catalogue"
      value={
        <time dateTime={new Date(at).toISOString()} className={classes.capital}>
          {word}, {ageLabel(at, now).replace('under a minute old', 'new')}
        </time>
      }
      title={`${freshnessLabel(freshness)}. As of ${absoluteTime(at)}.`}
      tone={freshness.status === 'fresh' ? 'good' : 'warn'}
    />
  );
}

/** Marketplace, network, catalogue, key and spending, on every screen. */
export function TopBar({ status }: { status: Status | undefined }) {
  if (!status) return <section className={classes.top} aria-label="At a glance" aria-busy="true" />;
  const { marketplace, network, freshness, key, spending } = status;
  return (
    <section className={classes.top} aria-label="At a glance">
      <div className={classes.marketplace} title={marketplace.address}>
        <span className={classes.marketplaceName}>{marketplace.name}</span>
        {marketplace.demo ? (
          <span className={classes.demo}>
            <strong>Demo</strong> nothing is charged
          </span>
        ) : (
          <span className={classes.label}>{marketplace.address}</span>
        )}
      </div>
      <div className={classes.facts}>
        <ServiceWait
          otherwise={
            <Fact
              label="Network"
              value={NETWORK[network.state].words}
              tone={NETWORK[network.state].tone}
              title={
                network.since === null ? network.words : `${network.words} (${absoluteTime(network.since)})`
              }
            />
          }
        />
        <CatalogueFact freshness={freshness} />
        <Fact
          label="Key"
          value={marketplace.demo ? 'Demo key' : KEY_LABELS[key.state]}
          tone={key.state === 'none' ? 'warn' : 'good'}
          title={marketplace.demo ? 'The demo marketplace has a key of its own.' : key.keychain.words}
        />
        <ChargeAlarmLink />
        <SpendingMeter spending={spending} />
        <SavedViews />
        <Tooltip label="Commands (Ctrl or Cmd + K)">
          <ActionIcon variant="default" size={32} onClick={openPalette} aria-label="Open commands">
            <IconCommand size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </section>
  );
}
