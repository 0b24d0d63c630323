/**
 * Maps each folder to the other folders that it may import from. All other imports are rejected.
 * @type {Record<string, string[]>}
 */
export const allowedImports = {
  domain: [],
  'event-store': ['domain'],
  projections: ['domain', 'event-store'],
  server: ['domain', 'event-store', 'projections'],
  web: ['domain'],
  scripts: ['server'],
  'link-server': [],
  tests: ['domain', 'event-store', 'projections', 'server', 'web', 'scripts', 'bench', 'link-server'],
  bench: ['domain', 'event-store', 'projections', 'server', 'scripts', 'tests'],
};

/** The layers of web/src, from the lowest to the highest. A layer may not import from a higher one. */
export const webLayers = ['live', 'shared', 'queries', 'ui', 'features', 'layout'];

/** The layers of server/src, from the lowest to the highest. A layer may not import from a higher one. */
export const serverLayers = [
  'log',
  'policy',
  'commands',
  'process',
  'metrics',
  'text',
  'vault',
  'stores',
  'request',
  'files',
  'projector',
  'status',
  'reactions',
  'games',
  'read-models',
  'search',
  'notifications',
  'deliveries',
  'mail',
  'accounts',
  'export',
  'erasure',
  'staff',
  'audit',
  'feeds',
  'backup',
  'pictures',
  'theme',
  'nameless',
  'http',
  'routes',
  'openapi',
  'pages',
  'live',
];

/** These layers may use all services. The others list the services that they need. */
export const layersWithAllServices = ['routes', 'live'];
