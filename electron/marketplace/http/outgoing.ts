/** One request as the transport sends it. */
export type Outgoing = {
  /** What it is for: a role of the service, or `openapi`. For the activity row alone. */
  role: string;
  method: string;
  /** On the transport's own origin. */
  url: URL;
  /** JSON text of the body; undefined where there is none. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the key goes with it. */
  withKey: boolean;
  /**
   * Reads alone are repeated by themselves, and one that failed is sent again only after a wait, whoever asks for it:
   * whatever may buy, change or cancel is sent once, when the user wants it.
   */
  isRead: boolean;
  /**
   * A read that is not repeated by itself all the same: the service's document does not vouch for what it does, or the
   * service paces it.
   */
  once?: boolean;
  /** Goes before others that wait for their turn. */
  urgent: boolean;
  /** Milliseconds for one attempt, from the first byte sent to the last received. */
  deadlineMs: number;
  /** Whether the body of an answer is left as bytes: what is large is parsed elsewhere. */
  asBytes?: boolean;
  /** Bytes of the answer's body, decompressed. */
  maximumBytes: number;
};
