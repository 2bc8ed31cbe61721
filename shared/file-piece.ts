/** Bytes in one piece of a file, before base64. */
export const FILE_PIECE = 600 * 1024;
