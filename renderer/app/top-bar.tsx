import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CatalogueFreshness, freshnessLabel } from '#shared/catalogue/freshness.ts';
import type { KeyStatus, Status } from '#shared/contract/status.ts';
import { absoluteTime } from '#shared/formats.ts';
import { chargeAlarmsQuery } from '../money/charge-alarms-query.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { useNow } from '../ui/now.ts';
import { PageLink } from '../ui/page-link.tsx';
import { ageLabel } from '../ui/relative-time.ts';
import { SavedViews } from '../views/saved-views.tsx';
import classes from './frame.module.css';
import { openPalette } from './palette-store.ts';
import { ServiceWait } from './service-wait.tsx';
import { SpendingMeter } from './spending-meter.tsx';

type FactProps = {
  /** Its subject; shown where it needs attention, otherwise on hover. */
  label: string;
  value: ReactNode;
  title: string;
  /** Whether it needs attention. */
  attention: boolean;
};

/** One fact at a glance: inconspicuous unless it needs attention. */
function Fact({ label, value, title, attention }: FactProps) {
  return (
    <span className={classes.state} data-attention={attention || undefined} title={`${label}: ${title}`}>
      {attention && <span className={classes.dot} aria-hidden />}
      {value}
    </span>
  );
}

const NETWORK: Record<Status['network']['state'], string> = {
  online: 'Online',
  offline: 'Offline',
  unknown: 'Not connected yet',
};

const KEY_LABELS: Record<KeyStatus['state'], string> = {
  keychain: 'Key stored',
  memory: 'Key for this run',
  none: 'No key',
  unread: 'Key not readable',
};

const CATALOGUE: Record<CatalogueFreshness['status'], string> = {
  fresh: 'Catalogue fresh',
  stale: 'Catalogue stale',
  failed: 'Catalogue refresh failed',
  absent: 'No catalogue yet',
  unknown: 'Catalogue state unclear',
};

/** While the service cannot be reached, the last known state of the catalogue is only as good as its age. */
function CatalogueFact({ freshness, isOffline }: Pick<Status, 'freshness'> & { isOffline: boolean }) {
  const now = useNow();
  if (freshness === null) return null;
  const at = freshness.completedAt ?? freshness.readAt;
  const isFresh = freshness.status === 'fresh';
  const fresh = isOffline ? `Catalogue ${ageLabel(at, now)}` : CATALOGUE.fresh;
  return (
    <Fact
      label="Catalogue"
      value={isFresh ? fresh : `${CATALOGUE[freshness.status]}, ${ageLabel(at, now)}`}
      title={`${freshnessLabel(freshness)}, ${ageLabel(at, now)}. As of ${absoluteTime(at)}.`}
      attention={!isFresh}
    />
  );
}

/** What was last read of network, catalogue and key. */
function StateFacts({ status: { marketplace, network, freshness, key } }: { status: Status }) {
  return (
    <>
      <ServiceWait
        otherwise={
          <Fact
            label="Network"
            value={network.instead === true ? 'Not the marketplace' : NETWORK[network.state]}
            attention={network.state === 'offline'}
            title={
              network.since === null ? network.words : `${network.words} (${absoluteTime(network.since)})`
            }
          />
        }
      />
      <CatalogueFact freshness={freshness} isOffline={network.state === 'offline'} />
      {!marketplace.demo && (
        <Fact
          label="Key"
          value={
            key.refused === undefined ? (
              KEY_LABELS[key.state]
            ) : (
              <PageLink href="/settings/marketplace/key">Key refused</PageLink>
            )
          }
          attention={key.state === 'none' || key.state === 'unread' || key.refused !== undefined}
          title={key.refused ?? key.keychain.words}
        />
      )}
    </>
  );
}

type TopBarProps = {
  status: Status | undefined;
  /** Why the status could not be read again: nothing that it said is then known to hold. */
  failure: Error | null;
};

/** Marketplace, network, catalogue, key and spending, on every screen. */
export function TopBar({ status, failure }: TopBarProps) {
  if (!status) return <section className={classes.top} aria-label="At a glance" aria-busy="true" />;
  const { marketplace } = status;
  return (
    <section className={classes.top} aria-label="At a glance">
      <div className={classes.marketplace} title={marketplace.address}>
        <span className={classes.marketplaceName}>{marketplace.name}</span>
        {marketplace.demo ? (
          <span className={classes.demo}>
            <strong>Demo</strong> demo money
          </span>
        ) : (
          <span className={classes.label}>{marketplace.address}</span>
        )}
      </div>
      <div className={classes.facts}>
        {failure === null ? (
          <StateFacts status={status} />
        ) : (
          <Fact
            label="Milepost"
            value="Milepost is not answering"
            title={failureOf(failure).message}
            attention
          />
        )}
        <ChargeAlarmLink />
        {failure === null && <SpendingMeter spending={status.spending} />}
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

/**
 * Charges that differ from their approval, on every screen until the user has seen each; nothing where there are none.
 */
function ChargeAlarmLink() {
  const { data = [] } = useQuery(chargeAlarmsQuery);
  const [first] = data;
  if (first === undefined) return null;
  const words = data.length === 1 ? 'Charge not as approved' : `${data.length} charges not as approved`;
  return (
    <div className={classes.fact} role="alert" title={first.alarm.words}>
      <span className={classes.label}>Purchases</span>
      <PageLink
        href={`/purchases?purchase=${encodeURIComponent(first.purchaseId)}`}
        className={classes.value}
        data-tone="warn"
      >
        <span className={classes.dot} aria-hidden />
        {words}
      </PageLink>
    </div>
  );
}
