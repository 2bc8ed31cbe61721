/** Whether a text is an address that a browser may be sent to: http or https, without a name or password hidden in it. */
export function isWebAddress(text: string): boolean {
  const parsed = URL.parse(text);
  return (
    parsed !== null &&
    (parsed.protocol === 'https:' || parsed.protocol === 'http:') &&
    parsed.hostname !== '' &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
