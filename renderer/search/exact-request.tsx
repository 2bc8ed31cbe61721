import { JsonTree } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { queryStringOf } from './query-string.ts';
import classes from './search.module.css';

/** The request as it would be sent, on demand. */
export function ExactRequest({ request }: { request: Readonly<Record<string, unknown>> }) {
  return (
    <details className={classes.exact}>
      <summary>Exact request</summary>
      <RequestId id={`GET /api/awards/search?${queryStringOf(request)}`} what="request" />
      <JsonTree value={request} label="input" />
    </details>
  );
}
