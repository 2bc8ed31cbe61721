/** The window's program ends with this where it could not start and has told the user why in a dialog. */
export const SAID_WHY = 3;
