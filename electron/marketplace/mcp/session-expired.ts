/** The service no longer knows the session; whatever was asked in it was not done. */
export class SessionExpired extends Error {}
