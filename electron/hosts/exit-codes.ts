/** The window's program ends with this where it could not start and has told the user why in a dialog. */
export const TOLD_WHY = 3;
