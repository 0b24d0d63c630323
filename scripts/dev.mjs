// @ts-check
import concurrently from 'concurrently';

// This script runs the compiler, the server and the pages, and restarts each when its sources change. If one exits, the
// others are stopped.
await import('./build.mjs');

const pagesUrl = 'http://localhost:5173';
console.log(`The site will be available at ${pagesUrl}`);
const { result } = concurrently(
  [
    { name: 'compiler', command: 'tsc -b --watch --preserveWatchOutput' },
    { name: 'bundler', command: 'node scripts/build/bundle-server.mjs --watch' },
    // Links in emails then lead to the development pages.
    { name: 'server', command: 'node --watch server/dist/main.js', env: { PUBLIC_URL: pagesUrl } },
    { name: 'pages', command: 'vite web --port 5173 --strictPort' },
  ],
  { killOthersOn: ['failure', 'success'] },
);
await result.catch(() => {
  process.exitCode = 1;
});
