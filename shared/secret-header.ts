/** The header in which a page of the browser host sends its launch secret. */
export const SECRET_HEADER = 'x-milepost-secret';
