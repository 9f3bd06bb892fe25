// A file of its own, so that the page needs no inline script.

/** Paths and tags are links within buttons, which the keyboard meets twice: as text they still open and set the address. */
const plainNames = ({ React }) => ({ components: { DeepLink: ({ text }) => React.createElement('span', null, text) } });

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
  plugins: [plainNames],
  layout: 'BaseLayout',
});
