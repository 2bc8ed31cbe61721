/** Exit code of a window that could not start and has reported the reason in a dialog. */
export const EXIT_REPORTED = 3;
