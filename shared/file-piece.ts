/** Bytes of one piece of a file, before they are written as base64. */
export const FILE_PIECE = 600 * 1024;
