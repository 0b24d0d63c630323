import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { emojiSprites } from './emoji-sprites.js';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), webSocketOnly(), emojiSprites()],
  // The domain package is read from its TypeScript source, as the other packages' type check does.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { modules: { generateScopedName } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Which files each page loads: read by the test of the pages' weight.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for what every page needs: many small ones compress worse and come later, and styles hold up the page.
        // Lists, forms and drafts are left out: a thread does without them at first.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/(react|scheduler|socket|engine|zustand|immer|@socket)|src\/(shared(?!\/(?:browser\/(?:draft|site-icons|list-choices)|reading|notifications|state\/(?:use-staff|follow-updates)))|live|layout(?!\/(?:search\/search-(?:dialog|keys)|phone-drawer|tools)))\/|src\/ui\/emoji\/(?:emoji|sprites)\.|src\/ui\/(?!place-row|search-field|field|ago|icon-button|empty-state|tabs)[^/]+$|src\/ui\/(page\/not-found|reading|user-card)\/?[^/]*\.css/,
            },
            // The same of a login.
            {
              name: 'auth',
              test: /src\/features\/account\/(shared|pending\/pending\.ts)|src\/ui\/form\/(form-text|password-field)/,
            },
            { name: 'tabs', test: /@base-ui\/react\/.*(tabs|composite|direction-provider)/ },
            // Small files that a thread and its later parts share.
            {
              name: 'thread',
              test: /src\/features\/thread\/(state\/(window|read-range|ordinals)|navigation\/reading-place)\.ts$/,
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
