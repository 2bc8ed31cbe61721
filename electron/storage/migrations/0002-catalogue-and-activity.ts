export const catalogueAndActivity = { version: 2, name: 'catalogue-and-activity', sql: '' };
