/** Statuses of answers that have no body, whatever comes after their headers. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * An answer as `fetch` gives it, for any status that a service can send: `Response` itself takes none above 599. The
 * reason phrase is left out; it says nothing that the status does not (RFC 9112 §4).
 */
export function responseOf(
  body: ReadableStream<Uint8Array> | null,
  { status, headers }: { status: number; headers: Headers },
): Response {
  const usual = status >= 200 && status <= 599;
  // What does not know the status takes it for its class, and above the classes for a failure (RFC 9110 §15).
  const response = new Response(WITHOUT_BODY.includes(status) ? null : body, {
    status: usual ? status : 599,
    headers,
  });
  if (!usual) Object.defineProperty(response, 'status', { value: status });
  return response;
}
