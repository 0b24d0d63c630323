import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { createEmojiSprites } from './emoji-sprites.js';

const server = 'http://127.0.0.1:3000';

const sharedCode = /\/src\/((shared|live|ui)\/|page-refusals)/;
/** Lists of threads and members need these, but a thread does not. */
const listCode =
  /\/src\/(ui\/(emoji\/(place-icon|texts)|live-list\/paged-rows|loading\/async-content|notifications\/member-list|reading|tabs)|shared\/(browser\/list-choices|hooks\/use-typed-search|reading\/(place-marks|use-thread-marks)|state\/(follow-updates|use-staff-updates)))/;
const writingCode = /\/src\/(ui\/editor\/(?!copy-text|paste\/)|shared\/browser\/draft|uploads\.)/;
/** Not needed to read a thread or to reply. */
const formCode = /\/src\/ui\/(field\.|time\/local-time)/;
/** Loads with turndown. */
const conversionCode = /\/src\/ui\/editor\/paste\//;
/** Guests need none of this code. */
const notificationCode = /\/src\/(shared\/notifications\/(report-seen|store)|ui\/notifications\/email-pause)/;
/** Most of these modules need base-ui, and readers rarely need them. */
const rareCode =
  /\/src\/(ui\/(avatar|bookmarks|bulk-bar|dialog|editor\/copy-text|embeds|fields|form|game-accounts|live-list\/post-entry|pictures|place-row|reports|table|toast)|shared\/(prepare-picture|size-text|undo-toast|hooks\/use-option-keys))/;
const separateCode = [writingCode, formCode, conversionCode, rareCode, listCode, notificationCode];

export default defineConfig({
  plugins: [react(), createWebSocketOnlyPlugin(), createEmojiSprites()],
  // The domain package is read from its TypeScript source, as in the type check of the other packages.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { modules: { generateScopedName } },
  build: {
    // docs/operations.md lists these browsers.
    target: ['chrome117', 'edge117', 'firefox121', 'safari16.4'],
    assetsInlineLimit: 0,
    // The server links a page's files in its head.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Socket.IO's other transports are unused because of `createWebSocketOnlyPlugin`, so they can be dropped.
      treeshake: { moduleSideEffects: [{ test: /engine\.io-client/, sideEffects: false }] },
      output: {
        // Without groups, modules shared by several lazy parts would become dozens of small files, which compress worse
        // and whose styles delay the page. Because of `minShareCount`, a module that only one part needs stays in the
        // file of that part.
        codeSplitting: {
          groups: [
            { name: 'core', priority: 4, tags: ['$initial'] },
            {
              name: 'ui',
              priority: 3,
              minShareCount: 2,
              test: (id) => sharedCode.test(id) && !separateCode.some((code) => code.test(id)),
            },
            { name: 'lists', priority: 2, minShareCount: 2, test: listCode },
            { name: 'editor', priority: 1, minShareCount: 2, test: writingCode },
            { name: 'forms', priority: 1, minShareCount: 2, test: formCode },
            { name: 'thread', priority: 2, minShareCount: 2, test: /\/src\/features\/thread\// },
            { name: 'notifications', priority: 0, test: notificationCode },
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
      '/uploads': server,
      '/avatars': server,
      '/heads': server,
      '/theme.css': server,
      '/favicon.svg': server,
      '/icons': server,
      '/server-icons': server,
      '/manifest.webmanifest': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

/** Excludes Socket.IO's other transports from the build because the site uses only WebSocket. */
function createWebSocketOnlyPlugin(): Plugin {
  return {
    name: 'websocket-only',
    load: (id) =>
      id.endsWith('engine.io-client/build/esm/transports/index.js')
        ? `import { WS } from './websocket.node.js'; export const transports = { websocket: WS };`
        : null,
  };
}

/** Names the class after its file alone: a name with the line number would be longer and differ between machines. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0] ?? file).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}
