/** The service no longer knows the session; the request was not carried out. */
export class SessionExpired extends Error {}
