import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The domain package is read from its TypeScript source, as the other packages' type check does.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for what every page needs: many small ones compress worse and come later.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/(react|scheduler|socket|engine|zustand|immer|@socket)|src\/(shared|live)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
});
