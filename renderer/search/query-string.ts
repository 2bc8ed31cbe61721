/** A request as the query string of §4: the capability is called with GET. */
export function queryStringOf(request: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
  return query.toString().replaceAll('%2C', ',');
}
