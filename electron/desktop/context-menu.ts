import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

export type ContextMenuDeps = {
  /** Puts a text on the clipboard. */
  copy: (text: string) => void;
  /** Puts another word in the place of the misspelt one. */
  replace: (word: string) => void;
  /** Takes a word for right from now on. */
  learn: (word: string) => void;
};

/**
 * What a right click offers: spelling where the system checks it, cutting, copying and pasting where text is, and the
 * address of a link. Nothing that fetches or searches elsewhere. Empty where there is nothing to offer.
 */
export function contextMenu(
  { isEditable, selectionText, linkURL, editFlags, misspelledWord, dictionarySuggestions }: ContextMenuParams,
  { copy, replace, learn }: ContextMenuDeps,
): MenuItemConstructorOptions[] {
  if (isEditable)
    return [
      ...dictionarySuggestions.map((word) => ({ label: word, click: () => replace(word) })),
      ...(misspelledWord === ''
        ? []
        : [{ label: 'Learn spelling', click: () => learn(misspelledWord) }, { type: 'separator' } as const]),
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  // A link within the program has no address that would mean anything elsewhere.
  const leadsAway = /^https?:/iu.test(linkURL);
  return [
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy } as const]),
    ...(leadsAway ? [{ label: 'Copy link address', click: () => copy(linkURL) }] : []),
  ];
}
