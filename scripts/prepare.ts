/** Run by `npm ci`: writes the client's types, then builds the page. */
try {
  await import('../client/generate.ts');
  const { build } = await import('vite');
  await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' });
} catch (error) {
  // `npm ci --omit=dev`
  const isWithoutTools = /package '(openapi-typescript|vite|@prefresh\/vite)'/.test((error as Error).message);
  if (!isWithoutTools) throw error;
  console.log('The page is not built: that takes the development packages.');
}
