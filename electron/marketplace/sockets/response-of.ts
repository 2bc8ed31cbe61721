/** Statuses of answers that have no body, whatever follows their headers. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * A `fetch` response with any status that a service may send: `Response` itself accepts none above 599. The reason
 * phrase is dropped (RFC 9112 §4).
 */
export function responseOf(
  body: ReadableStream<Uint8Array> | null,
  { status, headers }: { status: number; headers: Headers },
): Response {
  const hasBody = !WITHOUT_BODY.includes(status);
  // Whatever followed the headers would hold its connection open.
  if (!hasBody) body?.cancel().catch(() => undefined);
  const usual = status >= 200 && status <= 599;
  // An unknown status counts as its class, one above the classes as a failure (RFC 9110 §15).
  const response = new Response(hasBody ? body : null, {
    status: usual ? status : 599,
    headers,
  });
  if (!usual) Object.defineProperty(response, 'status', { value: status });
  return response;
}
