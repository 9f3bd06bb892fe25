// A file of its own, so that the page needs no inline script.
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // Long answers are slow to colour.
  syntaxHighlight: { activated: true, theme: 'agate' },
  // No outside validator: no request leaves the host.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
