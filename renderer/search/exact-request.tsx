import { JsonTree } from '../components/json-tree.tsx';
import { RequestId } from '../components/request-id.tsx';
import classes from './search.module.css';

/** A request as the query string of §4: the capability is reached with GET. */
export function queryStringOf(request: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
  return query.toString().replaceAll('%2C', ',');
}

/** The request as it would be sent, on demand. */
export function ExactRequest({ request }: { request: Readonly<Record<string, unknown>> }) {
  return (
    <details className={classes.exact}>
      <summary>The exact request</summary>
      <RequestId id={`GET /api/awards/search?${queryStringOf(request)}`} what="request" />
      <JsonTree value={request} label="input" />
    </details>
  );
}
