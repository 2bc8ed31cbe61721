import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { amountLabel, readAmount } from '#shared/money.ts';
import {
  type CatalogueAddress,
  catalogueAddress,
  MAX_COMPARED,
  toolComparisonAddress,
} from '../addresses/catalogue-address.ts';
import classes from '../tools/catalogue.module.css';
import { useDraft } from '../ui/forms/draft.ts';
import { Screen } from '../ui/screen.tsx';
import { FreshnessPanel } from './freshness-panel.tsx';
import { ToolList, type ToolQuestion } from './tool-list.tsx';

/** Delay after typing before the service is asked. */
const REST_MS = 350;

/** The states of health seen so far; an unknown one is still shown on its Tool. */
const HEALTH = ['operational', 'degraded', 'unverified'];

/** List and search, with filters and the Tools chosen for comparison in the address. */
export function ToolBrowser() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => catalogueAddress.read(search), [search]);
  const change = (part: Partial<CatalogueAddress>) =>
    navigate(catalogueAddress.path({ ...catalogueAddress.read(window.location.search), ...part }), {
      replace: true,
    });
  const [query, setQuery] = useDraft(address.query, (value) => change({ query: value }), REST_MS);
  const [price, setPrice] = useDraft(
    address.maximumPrice,
    (value) => change({ maximumPrice: value }),
    REST_MS,
  );

  // Listed prices were only ever seen in US dollars; a Tool priced in another currency is not excluded.
  const maximum = price === '' ? undefined : readAmount(price, 'USD');
  const wrongPrice = price !== '' && maximum === undefined;
  const typed = address.maximumPrice === '' ? undefined : readAmount(address.maximumPrice, 'USD');
  const question: ToolQuestion = {
    query: address.query.trim(),
    ...(address.health === null ? {} : { healthStatus: address.health }),
    ...(typed === undefined ? {} : { maximumPrice: typed }),
  };
  const { chosen } = address;

  return (
    <Screen title="Catalogue" unread={catalogueAddress.unread(search)}>
      <FreshnessPanel />
      <Group gap="sm" my="md" align="flex-start">
        <TextInput
          type="search"
          aria-label="Search Tools"
          placeholder="Search Tools by what they do"
          leftSection={<IconSearch size={16} aria-hidden />}
          style={{ flex: '1 1 260px' }}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Select
          aria-label="Health"
          placeholder="Any health"
          w={158}
          data={HEALTH}
          value={address.health}
          onChange={(health) => change({ health })}
          clearable
        />
        <TextInput
          aria-label="Maximum price in USD"
          placeholder="Maximum price, USD"
          inputMode="decimal"
          w={176}
          value={price}
          onChange={(event) => setPrice(event.currentTarget.value)}
          error={wrongPrice ? 'Such as 0.05' : undefined}
          {...(maximum ? { title: `At most ${amountLabel(maximum)}` } : {})}
        />
      </Group>
      {chosen.length > 0 && (
        <div className={classes.chosen}>
          <span>
            {chosen.length} of {MAX_COMPARED} Tools
          </span>
          <Button
            variant="filled"
            size="xs"
            disabled={chosen.length < 2}
            onClick={() => navigate(toolComparisonAddress.path({ refs: chosen }))}
          >
            Compare Tools
          </Button>
          <Button size="xs" variant="subtle" onClick={() => change({ chosen: [] })}>
            Clear
          </Button>
        </div>
      )}
      <ToolList
        question={question}
        chosen={chosen}
        onChosen={(next) => change({ chosen: next })}
        onClear={() => change({ query: '', health: null, maximumPrice: '' })}
      />
    </Screen>
  );
}
