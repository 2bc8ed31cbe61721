/** Hands the person a file made in the page; the browser or the window asks where to put it. */
export function saveFile(name: string, type: string, content: string | readonly BlobPart[] | Blob): void {
  const parts = typeof content === 'string' || content instanceof Blob ? [content] : [...content];
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken hold of the blob by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
