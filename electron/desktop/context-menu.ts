import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

export type ContextMenuDeps = {
  /** Puts a text on the clipboard. */
  copy: (text: string) => void;
};

/**
 * What a right click offers: cutting, copying and pasting where text is, and the address of a link. Nothing that fetches
 * or searches elsewhere. Empty where there is nothing to offer.
 */
export function contextMenu(
  { isEditable, selectionText, linkURL, editFlags }: ContextMenuParams,
  { copy }: ContextMenuDeps,
): MenuItemConstructorOptions[] {
  if (isEditable)
    return [
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
