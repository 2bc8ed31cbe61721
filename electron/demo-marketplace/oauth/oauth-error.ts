/** An OAuth error (RFC 6749 §5.2), thrown inside the authorization server. */
export class OAuthError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

export function refuseGrant(code: string, description: string, status = 400): never {
  throw new OAuthError(code, description, status);
}

export function oauthErrorResponse(error: OAuthError): Response {
  return Response.json({ error: error.code, error_description: error.message }, { status: error.status });
}
