import { Alert, Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { Component, type FormEvent, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import { exampleOf, type FormSchema } from '#shared/form-schema.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { ObstacleRemedy } from '../quote/obstacle-remedy.tsx';
import { openQuote } from '../quote/quote-sheet.ts';
import { NotRead } from '../ui/failure-notice.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { announce } from '../ui/status-messages.ts';
import type { AwardMembers } from './award-members.ts';
import { inputOfForm } from './input-of-form.ts';
import { fieldPathOf } from './input-problems.ts';
import classes from './tool-use.module.css';
import { readWrittenInput, writtenOut } from './written-input.ts';

type Props = { children: ReactNode; onBroken: () => void };
type State = { broken: boolean };

/**
 * If the form library cannot render a schema after all, only the form is lost, not the screen. React offers this only
 * to classes.
 */
class FormBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

/** What was filled in for each Tool in this window, so that visiting another screen loses nothing. */
type InputDraft = {
  way: 'form' | 'json';
  /** The form's own data. */
  data: unknown;
  /** The input as written by hand. */
  text: string;
};

const drafts = new Map<string, InputDraft>();

const readDraft = (toolRef: string): InputDraft | undefined => drafts.get(toolRef);
const storeDraft = (toolRef: string, draft: InputDraft): void => void drafts.set(toolRef, draft);

const SchemaForm = lazyPart(async () => (await import('./schema-form.tsx')).SchemaForm);

const NO_PROBLEMS: readonly InputProblem[] = [];

type ToolInputFormProps = {
  toolRef: string;
  /** The Tool's input schema as it was read. */
  schema: unknown;
  /** The main process's version of it for a form: bounded, or why none can be rendered. */
  drawable: FormSchema;
  /** The initial input, where a linking screen knows some of it. */
  given: Record<string, unknown> | null;
  /** Members of an award search among its input. */
  award: AwardMembers;
  /** Why no quote can be requested; null where it can. */
  obstacle: string | null;
};

/** The input of any Tool: fields made from its schema, or JSON written by hand; checked before a quote is requested. */
export function ToolInputForm({ toolRef, schema, drawable, given, award, obstacle }: ToolInputFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [broken, setBroken] = useState(false);
  const [tried, setTried] = useState(false);
  const [draft, setDraft] = useState<InputDraft>(
    () =>
      (given === null ? readDraft(toolRef) : undefined) ?? {
        way: drawable.ok ? 'form' : 'json',
        data: given ?? undefined,
        text: writtenOut(given ?? exampleOf(schema) ?? {}),
      },
  );
  const change = (part: Partial<InputDraft>) =>
    setDraft((before) => {
      const after = { ...before, ...part };
      storeDraft(toolRef, after);
      return after;
    });

  const fields = drawable.ok && !broken ? drawable.schema : null;
  const way = fields === null ? 'json' : draft.way;
  const written = useMemo(() => readWrittenInput(draft.text), [draft.text]);
  const input = useMemo(
    () => (way === 'form' ? inputOfForm(draft.data, fields) : written.ok ? written.input : null),
    [way, draft.data, fields, written],
  );
  const checking = (checked: Record<string, unknown>) => ({
    queryKey: ['catalogue', 'check-input', toolRef, checked],
    queryFn: () => api.catalogue.checkInput({ toolRef, input: checked }),
  });
  const verdict = useQuery({
    ...(input === null ? { queryKey: ['catalogue', 'check-input'], queryFn: skipToken } : checking(input)),
    // Errors are shown only after the first attempt.
    enabled: tried && input !== null,
    placeholderData: keepPreviousData,
  });
  const problems = tried && input !== null ? (verdict.data?.problems ?? NO_PROBLEMS) : NO_PROBLEMS;
  const notice = verdict.data?.notice ?? null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (input === null || obstacle !== null) return;
    const now = await queryClient.fetchQuery(checking(input)).catch(() => null);
    if (now === null) return;
    if (now.problems.length === 0) return openQuote({ toolRef, input });
    announce(`No quote: ${plural(now.problems.length, 'problem')} to fix.`);
    // The fields first render their problems; then the first of them takes the focus.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const goTo = (next: InputDraft['way']) => {
    if (next === 'json') change({ way: next, text: writtenOut(input ?? {}) });
    else if (written.ok) change({ way: next, data: written.input });
  };
  const example = exampleOf(schema);

  return (
    <form ref={element} style={{ maxWidth: 760 }} onSubmit={(event) => void submit(event)} noValidate>
      <Group gap={10} mb={14}>
        {fields !== null && (
          <SegmentedControl
            size="xs"
            aria-label="How to fill it in"
            data={[
              { value: 'form', label: 'Fields' },
              { value: 'json', label: 'JSON', disabled: false },
            ]}
            value={way}
            onChange={(value) => goTo(value === 'json' ? 'json' : 'form')}
          />
        )}
        {example !== null && (
          <Button size="xs" onClick={() => change({ data: example, text: writtenOut(example) })}>
            Fill in an example
          </Button>
        )}
      </Group>
      {!drawable.ok && <p className={classes.note}>{drawable.why} Write its input as JSON.</p>}
      {broken && <p className={classes.note}>No form could be drawn of it. Write its input as JSON.</p>}
      {way === 'form' && fields !== null ? (
        <FormBoundary
          onBroken={() => {
            setBroken(true);
            change({ way: 'json', text: writtenOut(inputOfForm(draft.data, fields)) });
          }}
        >
          <Suspense fallback={<LoadingState words="Making the form…" />}>
            <SchemaForm
              schema={fields}
              data={draft.data}
              problems={problems}
              award={award}
              onChange={(data) => change({ data })}
            />
          </Suspense>
        </FormBoundary>
      ) : (
        <Textarea
          label="Input as JSON"
          className={classes.mono ?? ''}
          autosize
          minRows={6}
          maxRows={24}
          spellCheck={false}
          value={draft.text}
          error={written.ok ? undefined : written.why}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      <ProblemList problems={problems} />
      {notice !== null && <p className={classes.note}>{notice}</p>}
      <NotRead of={verdict} title="The input could not be checked" />
      <Group gap={12} mt={18}>
        <Button
          variant="filled"
          type="submit"
          disabled={obstacle !== null || input === null}
          aria-describedby={obstacle === null ? 'tool-use-note' : 'obstacle'}
        >
          Get quote
        </Button>
        {obstacle === null ? (
          <span id="tool-use-note" className={classes.note}>
            A quote costs nothing.
          </span>
        ) : (
          <span id="obstacle" className={classes.note}>
            {obstacle} <ObstacleRemedy />
          </span>
        )}
      </Group>
      {input !== null && (
        <details className={classes.exact}>
          <summary>The input as it will be sent</summary>
          <JsonTree value={input} label="input" open={3} />
        </details>
      )}
    </form>
  );
}

/** Everything that is wrong with an input in one place, including what has no field. */
function ProblemList({ problems }: { problems: readonly InputProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      mt="md"
      title={problems.length === 1 ? 'One thing to put right' : `${problems.length} things to put right`}
    >
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={`${problem.pointer}\n${problem.words}`}>
            <code>{fieldPathOf(problem)}</code>: {problem.words}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
