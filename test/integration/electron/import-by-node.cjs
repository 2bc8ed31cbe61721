/** Node's own `import`: a file that the test runner does not transform keeps it. */
module.exports = { importByNode: (url) => import(url) };
