import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { emojiSprites } from './emoji-sprites.js';

const server = 'http://127.0.0.1:3000';

/** Code that most pages share. */
const pageFolders = ['shared/', 'live/', 'ui/', 'page-refusals.ts'];
/** What of it few pages need, or none before someone presses something. Much of this needs base-ui. */
const lateFolders = [
  ...[
    'shared/prepare-picture',
    'shared/browser/draft',
    'shared/state/follow-updates',
    'shared/state/use-staff-updates',
  ],
  ...['avatar/', 'dialog/', 'editor/', 'embeds/', 'fields/', 'form/', 'reports/', 'table/', 'toast/'].map(
    (it) => `ui/${it}`,
  ),
  ...['browser/list-choices', 'hooks/use-typed-search', 'reading/use-marks-of'].map((it) => `shared/${it}`),
  ...['emoji/texts', 'empty-state', 'loading/', 'time/local-time'].map((it) => `ui/${it}`),
  ...['notifications/ignore-button', 'page/page-head', 'place-row', 'reading/place-'].map((it) => `ui/${it}`),
  ...['user-card/texts', 'user-card/user-card.'].map((it) => `ui/${it}`),
];
const editorFolders = ['shared/browser/draft', 'ui/editor/', 'ui/form/draft-alert'];
/** Parts of a thread that are fetched where someone writes, edits or lost a text. */
const editFolders = ['composer/edit', 'composer/quote.', 'composer/thread-edit', 'state/send-reply'].map(
  (it) => `features/thread/${it}`,
);

/** `paths`: beginnings of paths below the `src` of a package. */
const isIn = (id: string, paths: readonly string[]) => paths.some((path) => id.includes(`/src/${path}`));

export default defineConfig({
  plugins: [react(), webSocketOnly(), emojiSprites()],
  // The domain package is read from its TypeScript source, as the other packages' type check does.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { modules: { generateScopedName } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server links the files of a page in its head.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Drops the transports that `webSocketOnly` leaves without a user.
      treeshake: { moduleSideEffects: [{ test: /engine\.io-client/, sideEffects: false }] },
      output: {
        // Without groups, modules that several lazy parts share become dozens of small files: they compress worse, and
        // styles among them hold up the page. `minShareCount` leaves what only one part needs in the file of that part.
        codeSplitting: {
          groups: [
            { name: 'core', priority: 4, tags: ['$initial'] },
            {
              name: 'ui',
              priority: 3,
              minShareCount: 2,
              test: (id) => isIn(id, pageFolders) && !isIn(id, lateFolders),
            },
            { name: 'editor', priority: 2, minShareCount: 2, test: (id) => isIn(id, editorFolders) },
            {
              name: 'thread',
              priority: 1,
              minShareCount: 2,
              test: (id) => isIn(id, ['features/thread/']) && !isIn(id, editFolders),
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/pictures': server,
      '/avatars': server,
      '/theme.css': server,
      '/favicon.svg': server,
      '/icons': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

/** Leaves Socket.IO's other transports out of the build: the site speaks WebSocket alone. */
function webSocketOnly(): Plugin {
  return {
    name: 'websocket-only',
    load: (id) =>
      id.endsWith('engine.io-client/build/esm/transports/index.js')
        ? `import { WS } from './websocket.node.js'; export const transports = { websocket: WS };`
        : null,
  };
}

/** A class of a CSS module, told apart by its file alone: shorter than with the line, and the same on every machine. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0] ?? file).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}
