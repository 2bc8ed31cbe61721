import type { Asked, AskFailure } from '../answer.ts';
import { parseJson } from '../json-body.ts';
import { documentChanges } from './changes.ts';
import { type ApiDocument, readDocument } from './document.ts';
import { hashOf, type KeptDocument, type KeptDocuments } from './kept-document.ts';

export type DocumentRefresh =
  | { ok: true; changed: boolean }
  | { ok: false; failure: AskFailure | null; why: string };

/** The OpenAPI document that Milepost works from: the last one that could be read, fetched now or kept from before. */
export type ServiceDocument = {
  current(): ApiDocument | null;
  kept(): Omit<KeptDocument, 'body'> | null;
  /** Why there is none, in words that follow "and". */
  whyNone(): string;
  /** What is wrong with the newest document or what changed in it, in sentences. */
  notices(): string[];
  /** Fetches it again; several callers share one fetch. */
  refresh(): Promise<DocumentRefresh>;
  /** Waits until there is one, or until it was asked for in vain just now. */
  atLeastTried(): Promise<void>;
  /** When it was last asked for, UTC ms, whatever came of it. */
  triedAt(): number | null;
};

export type ServiceDocumentDeps = {
  fetchDocument: () => Promise<Asked>;
  store: KeptDocuments;
  base: URL;
  clock: () => number;
  onChange: () => void;
};

/** Without a document, the next request that needs one asks for it again after this. */
const TRY_AGAIN_AFTER_MS = 5_000;

export function createServiceDocument(deps: ServiceDocumentDeps): ServiceDocument {
  let current: ApiDocument | null = null;
  let kept: Omit<KeptDocument, 'body'> | null = null;
  let trouble: string | null = null;
  let triedAt: number | null = null;
  let running: Promise<DocumentRefresh> | null = null;

  const start = (): void => {
    const row = deps.store.read();
    if (row === null) return;
    const parsed = parseJson(new TextEncoder().encode(row.body));
    const read = parsed.ok ? readDocument(parsed.value, deps.base) : parsed;
    if (!read.ok) return;
    current = read.document;
    kept = withoutBody(row);
  };

  const take = (body: unknown, bytes: Uint8Array, requestId: string | null, at: number): DocumentRefresh => {
    const hash = hashOf(bytes);
    const read = readDocument(body, deps.base);
    if (!read.ok) {
      trouble = `The document that the service gives now cannot be used: ${read.why}.`;
      deps.onChange();
      return { ok: false, failure: null, why: trouble };
    }
    const changed = kept !== null && kept.hash !== hash;
    const changes =
      changed && current !== null ? documentChanges(current, read.document) : (kept?.changes ?? []);
    const row: KeptDocument = {
      hash,
      fetchedAt: at,
      requestId,
      body: new TextDecoder().decode(bytes),
      changes,
      changedAt: changed ? at : (kept?.changedAt ?? null),
    };
    current = read.document;
    kept = withoutBody(row);
    trouble = keepIt(row);
    deps.onChange();
    return { ok: true, changed };
  };

  const keepIt = (row: KeptDocument): string | null => {
    try {
      deps.store.write(row);
      return null;
    } catch {
      return 'The service’s document could not be kept on this machine: it is read again at the next start.';
    }
  };

  const fetchIt = async (): Promise<DocumentRefresh> => {
    triedAt = deps.clock();
    const asked = await deps.fetchDocument();
    if (asked.ok)
      return take(asked.answer.body, asked.answer.bytes, asked.answer.requestId, asked.answer.receivedAt);
    trouble = `The service’s document could not be fetched: ${asked.failure.message}`;
    deps.onChange();
    return { ok: false, failure: asked.failure, why: trouble };
  };

  const refresh = (): Promise<DocumentRefresh> => {
    running ??= fetchIt().finally(() => {
      running = null;
    });
    return running;
  };

  start();
  return {
    current: () => current,
    kept: () => kept,
    whyNone: () =>
      trouble === null
        ? 'the service’s document has not been read yet'
        : `there is no document to learn it from (${trouble})`,
    notices: () => [
      ...(trouble === null
        ? []
        : [current === null ? trouble : `${trouble} Milepost works from the one that it kept.`]),
      ...(kept?.changes ?? []).map((change) => `Since the document before: ${change}`),
      ...(current?.notices ?? []),
    ],
    refresh,
    atLeastTried: async () => {
      if (current !== null) return;
      const justNow = triedAt !== null && deps.clock() - triedAt < TRY_AGAIN_AFTER_MS;
      if (running === null && justNow) return;
      await refresh();
    },
    triedAt: () => triedAt,
  };
}

const withoutBody = ({ body: _, ...rest }: KeptDocument): Omit<KeptDocument, 'body'> => rest;
