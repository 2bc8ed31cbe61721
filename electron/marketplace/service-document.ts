import type { Reply, RequestFailure } from './http/answer.ts';
import { boundWithout } from './openapi/bound-by-contract.ts';
import type { CachedDocument, DocumentCache } from './openapi/document-cache.ts';
import type { ManualBindings, PlainBindings } from './openapi/plain-binding.ts';
import type { DocumentSummary, JobInput, JobName, JobOutput, NotOpen } from './outside/jobs.ts';
import type { JobResult, Outside } from './outside/outside.ts';

export type DocumentRefresh =
  | { ok: true; changed: boolean }
  | { ok: false; failure: RequestFailure | null; why: string };

/** Jobs on the open document, without the argument that identifies it. */
type OnDocument = Extract<JobName, 'request' | 'operations' | 'operation' | 'bindings'>;
type Opened<Name extends OnDocument> = Exclude<JobOutput<Name>, NotOpen>;

/** The OpenAPI document in use: the last readable one, fetched or cached. It is open only in the worker. */
export type ServiceDocument = {
  current(): DocumentSummary | null;
  cached(): Omit<CachedDocument, 'packed'> | null;
  /** The bindings it gives. */
  bindings(): PlainBindings;
  /** Binds the roles again after a manual change. */
  bindAgain(): Promise<void>;
  /** Runs a job on the document, reopening it if the worker was restarted. */
  run<Name extends OnDocument>(
    name: Name,
    input: Omit<JobInput<Name>, 'hash'>,
  ): Promise<JobResult<Opened<Name>>>;
  /** Problems of the newest document, as sentences. */
  notices(): string[];
  /** Fetches the document again; concurrent callers share one fetch. */
  refresh(): Promise<DocumentRefresh>;
  /** Fetches the document as it is after this call: a fetch under way may have been answered before. */
  refreshAnew(): Promise<DocumentRefresh>;
  /** Resolves once the cached document is open. */
  opened(): Promise<void>;
  /** Resolves once there is a document, or a recent fetch has failed. */
  atLeastTried(): Promise<void>;
  /** When it was last requested, UTC ms, whatever the result. */
  triedAt(): number | null;
};

export type ServiceDocumentDeps = {
  fetchDocument: () => Promise<Reply>;
  store: Pick<DocumentCache, 'read' | 'write'>;
  base: URL;
  clock: () => number;
  outside: Outside;
  manual: () => ManualBindings;
  /** The cached document is opened after this; null for at once. */
  startAfter: Promise<void> | null;
  onChange: () => void;
};

/** Without a document, a request that needs one fetches it again after this. */
const TRY_AGAIN_AFTER_MS = 5_000;

type Current = {
  hash: string;
  summary: DocumentSummary;
  packed: Uint8Array | null;
};

export function createServiceDocument(deps: ServiceDocumentDeps): ServiceDocument {
  const basePath = deps.base.pathname.replace(/(?<!\/)\/+$/, '');
  let current: Current | null = null;
  let cached: Omit<CachedDocument, 'packed'> | null = null;
  let trouble: string | null = null;
  let triedAt: number | null = null;
  let running: Promise<DocumentRefresh> | null = null;

  const withoutDocument = (): PlainBindings => boundWithout(basePath, trouble ?? 'It has not been read yet.');
  let bindings = withoutDocument();

  const open = async (bytes: Uint8Array, packed: boolean) => {
    const done = await deps.outside.run('openDocument', { bytes, packed, base: deps.base.href });
    return done.ok ? done.value : done;
  };

  const start = async (): Promise<void> => {
    const row = deps.store.read();
    if (row === null) return;
    const opened = await open(row.packed, true);
    if (!opened.ok) {
      trouble = `The cached document cannot be used: ${opened.why}.`;
      bindings = withoutDocument();
    } else {
      const { hash, summary } = opened;
      await use({ hash, summary, packed: row.packed });
      cached = withoutBody(row);
    }
    deps.onChange();
  };

  const bindingsOf = async (of: Current): Promise<PlainBindings> => {
    const done = await runOn(of, 'bindings', { manual: deps.manual() });
    return done.ok ? done.value.bindings : boundWithout(basePath, `It cannot be used: ${done.why}.`);
  };

  /** A document and its bindings are replaced together: whoever waits for it finds both. */
  const use = async (next: Current): Promise<void> => {
    bindings = await bindingsOf(next);
    current = next;
  };

  const bindAgain = async (): Promise<void> => {
    const of = current;
    const bound = of === null ? withoutDocument() : await bindingsOf(of);
    // A document that arrived meanwhile is bound by the current manual bindings.
    if (current === of) bindings = bound;
  };

  const run: ServiceDocument['run'] = async (name, input) =>
    current === null
      ? { ok: false, why: 'there is no document of the service' }
      : runOn(current, name, input);

  async function reopen(of: Current): Promise<JobResult<null>> {
    if (of.packed === null) return NOT_OPENED;
    const opened = await open(of.packed, true);
    return opened.ok ? { ok: true, value: null } : { ok: false, why: opened.why };
  }

  async function runOn<Name extends OnDocument>(
    of: Current,
    name: Name,
    input: Omit<JobInput<Name>, 'hash'>,
  ): Promise<JobResult<Opened<Name>>> {
    for (let tries = 0; ; tries++) {
      const done = await deps.outside.run(name, { ...input, hash: of.hash } as JobInput<Name>);
      if (!done.ok) return done;
      const value = done.value as JobOutput<OnDocument>;
      if (value.open) return { ok: true, value: value as Opened<Name> };
      const again = tries > 0 ? NOT_OPENED : await reopen(of);
      if (!again.ok) return again;
    }
  }

  const take = async (bytes: Uint8Array, requestId: string | null, at: number): Promise<DocumentRefresh> => {
    const opened = await open(bytes, false);
    if (!opened.ok) {
      trouble = `The document that the service gives now cannot be used: ${opened.why}.`;
      if (current === null) bindings = withoutDocument();
      deps.onChange();
      return { ok: false, failure: null, why: trouble };
    }
    const { hash, summary, packed } = opened;
    const changed = cached !== null && cached.hash !== hash;
    const row = { hash, fetchedAt: at, requestId };
    await use({ hash, summary, packed });
    cached = row;
    trouble = packed !== null && stored({ ...row, packed }) ? null : NOT_STORED;
    deps.onChange();
    return { ok: true, changed };
  };

  const stored = (row: CachedDocument): boolean => {
    if (row.packed.byteLength > LARGEST_STORED) return false;
    try {
      deps.store.write(row);
      return true;
    } catch {
      return false;
    }
  };

  const fetchIt = async (): Promise<DocumentRefresh> => {
    triedAt = deps.clock();
    await starting;
    const requested = await deps.fetchDocument();
    if (requested.ok)
      return take(requested.answer.bytes, requested.answer.requestId, requested.answer.receivedAt);
    trouble = `The service’s document could not be fetched: ${requested.failure.message}`;
    if (current === null) bindings = withoutDocument();
    deps.onChange();
    return { ok: false, failure: requested.failure, why: trouble };
  };

  const refresh = (): Promise<DocumentRefresh> => {
    running ??= fetchIt().finally(() => {
      running = null;
    });
    return running;
  };

  const starting = deps.startAfter === null ? start() : deps.startAfter.then(start);
  return {
    current: () => current?.summary ?? null,
    cached: () => cached,
    bindings: () => bindings,
    bindAgain,
    run,
    notices: () => [
      ...(trouble === null
        ? []
        : [current === null ? trouble : `${trouble} Milepost works from the one that it cached.`]),
      ...(current?.summary.notices ?? []),
    ],
    refresh,
    refreshAnew: async () => {
      await running;
      return refresh();
    },
    opened: () => starting,
    atLeastTried: async () => {
      await starting;
      if (current !== null) return;
      // In both directions: a clock that was set back would otherwise delay the fetch.
      const justNow = triedAt !== null && Math.abs(deps.clock() - triedAt) < TRY_AGAIN_AFTER_MS;
      if (running === null && justNow) return;
      await refresh();
    },
    triedAt: () => triedAt,
  };
}

/** In bytes: writing more holds the main process. */
const LARGEST_STORED = 2 * 1024 * 1024;

const NOT_OPENED = { ok: false, why: 'the service’s document has to be read again' } as const;

const NOT_STORED =
  'The service’s document could not be stored on this machine: it is read again at the next start.';

const withoutBody = ({ packed: _, ...rest }: CachedDocument): Omit<CachedDocument, 'packed'> => rest;
