import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { CABINS, TAKE_MAX, TAKE_MIN } from '#shared/award-search/request.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { dayOf } from '../components/local-days.ts';
import { useNow } from '../components/now.ts';
import { statusQuery } from '../components/status-query.ts';
import { announce } from '../components/status-words.ts';
import { askForQuote } from '../quote/quote-sheet.ts';
import { AirportsField } from './airports-field.tsx';
import { awardToolsQuery } from './award-tools-query.ts';
import { CarriersField } from './carriers-field.tsx';
import { CostEstimate } from './cost-estimate.tsx';
import { DateChoices } from './date-choices.tsx';
import { DateField } from './date-field.tsx';
import { pastWords } from './date-ranges.ts';
import { ExactRequest } from './exact-request.tsx';
import { checkedForm } from './form-problems.ts';
import { changeForm, clearForm, readForm, useSearchForm } from './form-store.ts';
import { ProviderChoice } from './provider-choice.tsx';
import { NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';
import { SaveTemplate } from './save-template.tsx';
import { SavedForThis } from './saved-for-this.tsx';
import classes from './search.module.css';
import { requestOf, type SearchForm } from './search-form.ts';
import { TryNetwork } from './try-network.tsx';

const CABIN_CHOICES = [
  { value: '', label: 'Not stated' },
  ...CABINS.map((cabin) => ({ value: cabin, label: `${cabin[0]?.toUpperCase()}${cabin.slice(1)}` })),
];

const ORDER_CHOICES = [
  { value: '', label: 'Date' },
  { value: 'lowest_mileage', label: 'Lowest mileage' },
];

/** The whole request of §2.1 as a form; each problem stands beside its field once the person has been there. */
export function AwardSearchForm() {
  const form = useSearchForm();
  const status = useQuery(statusQuery);
  const tools = useQuery(awardToolsQuery);
  const element = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<keyof SearchForm>>(new Set());
  const [tried, setTried] = useState(false);

  const request = requestOf(form);
  const checked = checkedForm(request);
  const problem = (field: keyof SearchForm) =>
    tried || left.has(field) ? checked.problems[field] : undefined;
  const leave = (field: keyof SearchForm) => () => setLeft((fields) => new Set(fields).add(field));

  const past = pastWords(form.earliest, form.latest, dayOf(useNow()));

  const offered = tools.data?.tools ?? [];
  const chosen =
    offered.find(({ tool }) => tool.toolRef === form.toolRef) ??
    offered.find(({ drift }) => drift === null) ??
    offered[0] ??
    null;
  const obstacle = status.data
    ? quoteObstacle({
        network: status.data.network.state,
        key: status.data.key,
        posture: tools.data ? (chosen?.posture ?? null) : undefined,
        drifted: chosen !== null && chosen.drift !== null,
      })
    : NOT_READ_YET;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = checkedForm(requestOf(readForm()));
    if (!now.request) {
      setTried(true);
      // The fields draw their problems first; then the first of them takes the focus.
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (obstacle !== null) announce(obstacle);
    else if (chosen) void askForQuote({ toolRef: chosen.tool.toolRef, input: now.request });
  };

  return (
    <form className={classes.form} onSubmit={submit} ref={element} noValidate>
      <div className={classes.route}>
        <AirportsField
          label="Origins"
          codes={form.origins}
          error={problem('origins')}
          onChange={(change) => changeForm({ origins: change(readForm().origins) })}
          onLeave={leave('origins')}
        />
        <ActionIcon
          className={classes.swap}
          variant="default"
          size={36}
          aria-label="Swap directions"
          title="Swap directions"
          onClick={() => changeForm({ origins: form.destinations, destinations: form.origins })}
        >
          <IconArrowsExchange size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <AirportsField
          label="Destinations"
          codes={form.destinations}
          error={problem('destinations')}
          onChange={(change) => changeForm({ destinations: change(readForm().destinations) })}
          onLeave={leave('destinations')}
        />
      </div>
      <div className={classes.row}>
        <DateField
          label="Earliest departure"
          pickLabel="Pick the first day"
          value={form.earliest}
          near={form.latest}
          error={problem('earliest')}
          onChange={(earliest) => changeForm({ earliest })}
          onLeave={leave('earliest')}
        />
        <DateField
          label="Latest departure"
          pickLabel="Pick the last day"
          value={form.latest}
          near={form.earliest}
          error={problem('latest')}
          onChange={(latest) => changeForm({ latest })}
          onLeave={leave('latest')}
        />
        <NativeSelect
          label="Cabin"
          data={CABIN_CHOICES}
          value={form.cabin}
          error={problem('cabin')}
          onChange={(event) => {
            const chosenCabin = event.currentTarget.value;
            changeForm({ cabin: CABINS.find((cabin) => cabin === chosenCabin) ?? '' });
          }}
        />
      </div>
      <DateChoices earliest={form.earliest} latest={form.latest} onRange={changeForm} />
      {past !== null && (
        <p className={classes.note} role="note">
          {past}
        </p>
      )}
      <div className={classes.row}>
        <CarriersField
          codes={form.carriers}
          error={problem('carriers')}
          onChange={(change) => changeForm({ carriers: change(readForm().carriers) })}
          onLeave={leave('carriers')}
        />
        <NativeSelect
          label="Order"
          data={ORDER_CHOICES}
          value={form.order}
          error={problem('order')}
          onChange={(event) =>
            changeForm({ order: event.currentTarget.value === 'lowest_mileage' ? 'lowest_mileage' : '' })
          }
        />
        <TextInput
          label="Results per page"
          placeholder={`Empty, or ${TAKE_MIN} to ${TAKE_MAX}`}
          inputMode="numeric"
          autoComplete="off"
          value={form.take}
          error={problem('take')}
          onChange={(event) => changeForm({ take: event.currentTarget.value })}
          onBlur={leave('take')}
        />
      </div>
      <div className={classes.checks}>
        <Checkbox
          label="Direct flights only"
          checked={form.directOnly}
          onChange={(event) => changeForm({ directOnly: event.currentTarget.checked })}
        />
        <Checkbox
          label="Include trip details"
          checked={form.includeTrips}
          onChange={(event) => changeForm({ includeTrips: event.currentTarget.checked })}
        />
      </div>
      {tools.isError ? (
        <FailureNotice error={tools.error} onRetry={() => void tools.refetch()} />
      ) : (
        tools.data && (
          <ProviderChoice
            tools={offered}
            chosen={chosen}
            absence={tools.data.absence}
            request={request}
            onChoose={(toolRef) => changeForm({ toolRef })}
          />
        )
      )}
      {(tried || left.size > 0) && checked.problems.other && (
        <p className={classes.problem}>{checked.problems.other}</p>
      )}
      <div className={classes.actions}>
        <Button
          type="submit"
          // It keeps its place in the order of the Tab key, so that whoever comes to it hears what stands in the way.
          {...(obstacle
            ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': 'obstacle' }
            : {})}
        >
          Get quote
        </Button>
        <SavedForThis request={request} />
        <SaveTemplate request={request} />
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          className={classes.clear}
          onClick={() => {
            clearForm();
            setTried(false);
            setLeft(new Set());
          }}
        >
          Clear
        </Button>
      </div>
      {obstacle ? (
        <p id="obstacle" className={classes.note}>
          {obstacle} {status.data?.network.state === 'offline' && <TryNetwork />}
        </p>
      ) : (
        <p className={classes.note}>A quote costs nothing and buys nothing.</p>
      )}
      <CostEstimate request={request} price={chosen?.price ?? null} />
      <ExactRequest request={request} />
    </form>
  );
}
