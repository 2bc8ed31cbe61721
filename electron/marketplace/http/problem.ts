/** RFC 9457 problem details, as far as readable. All texts are foreign. */
export type Problem = {
  /** The service's stable code. */
  code: string | null;
  kind: string | null;
  title: string | null;
  detail: string | null;
  reason: string | null;
  retryable: boolean | null;
  invalidParams: { name: string; reason: string }[];
};
