/**
 * A stable code and Milepost's own words for an unsuccessful status. The service's words are kept separate, as data.
 */
export function statusMessage(status: number): { code: string; words: string } {
  switch (status) {
    case 400:
      return { code: 'invalid_request', words: 'The service did not accept the request as it was made.' };
    case 401:
      return { code: 'unauthenticated', words: 'The service does not know this access key.' };
    case 402:
      return { code: 'payment_required', words: 'The service asks for payment.' };
    case 403:
      return { code: 'permission_denied', words: 'This access key does not allow that.' };
    case 404:
      return { code: 'not_found', words: 'The service does not have what was asked for.' };
    case 405:
      return { code: 'method_not_allowed', words: 'The service does not take this request at this address.' };
    case 409:
      return { code: 'conflict', words: 'The service says that it conflicts with what was done before.' };
    case 410:
      return { code: 'gone', words: 'The service says that this no longer exists.' };
    case 413:
      return { code: 'payload_too_large', words: 'The request is larger than the service takes.' };
    case 415:
      return { code: 'unsupported_media_type', words: 'The service does not take JSON at this address.' };
    case 429:
      return { code: 'rate_limited', words: 'The service asks to wait: too many requests.' };
    default:
      return status >= 500
        ? { code: 'service_failed', words: `The service failed (status ${status}).` }
        : { code: 'problem', words: `The service answered with status ${status}.` };
  }
}
