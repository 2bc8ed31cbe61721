import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

export type ContextMenuDeps = {
  /** Copies a text to the clipboard. */
  copy: (text: string) => void;
  /** Replaces the misspelt word. */
  replace: (word: string) => void;
  /** Adds a word to the dictionary. */
  learn: (word: string) => void;
};

/**
 * Items of the context menu: spelling suggestions, cut, copy and paste for text, and the address of a link. None of them
 * makes a request. Empty if nothing applies.
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
  // Addresses within the program are of no use outside.
  const leadsAway = /^https?:/iu.test(linkURL);
  return [
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy } as const]),
    ...(leadsAway ? [{ label: 'Copy link address', click: () => copy(linkURL) }] : []),
  ];
}
