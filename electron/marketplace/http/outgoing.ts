import type { IsDeclared } from './transport-deps.ts';

/** A request for the transport. */
export type Outgoing = {
  /** Its role, or `openapi`, for the activity row. */
  role: string;
  method: string;
  /** On the transport's own origin. */
  url: URL;
  /** JSON text; undefined if there is no body. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether to send the key. */
  withKey: boolean;
  /**
   * Only reads are repeated automatically, and a failed one only after a wait: anything that may buy, change or
   * cancel is sent once, when the user wants it.
   */
  isRead: boolean;
  /**
   * A read that is not repeated automatically: the document does not guarantee that it is safe, or the service paces
   * it.
   */
  once?: boolean;
  /** Precedes other queued requests. */
  urgent: boolean;
  /** Milliseconds for one attempt, from the first byte sent to the last received. */
  deadlineMs: number;
  /** What is declared of its answers; nothing if absent. */
  isDeclared?: IsDeclared;
  /** Whether to return the body unparsed, for parsing elsewhere. */
  asBytes?: boolean;
  /** Whether what is too large of the answer is left out of its value, and stays in its bytes. */
  mayLeaveOut?: boolean;
  /** In bytes of the decompressed body. */
  maximumBytes: number;
};
