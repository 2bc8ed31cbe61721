export const awards = { version: 4, name: 'awards', sql: '' };
