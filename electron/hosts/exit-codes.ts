/** The window's program ends with this where it could not start and has said to the user why in a dialog. */
export const SAID_WHY = 3;
