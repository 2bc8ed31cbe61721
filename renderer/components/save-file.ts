/** Hands the person a file made in the page; the browser or the window asks where to put it. */
export function saveFile(name: string, type: string, text: string | readonly BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(typeof text === 'string' ? [text] : [...text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken hold of the blob by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
