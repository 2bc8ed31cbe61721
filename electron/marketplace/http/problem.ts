/** RFC 9457 problem details as far as they could be read. Every text in it comes from elsewhere. */
export type Problem = {
  /** The service's stable token. */
  code: string | null;
  kind: string | null;
  title: string | null;
  detail: string | null;
  reason: string | null;
  retryable: boolean | null;
  invalidParams: { name: string; reason: string }[];
};
