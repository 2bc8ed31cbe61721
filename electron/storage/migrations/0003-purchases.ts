export const purchases = { version: 3, name: 'purchases', sql: '' };
