// @ts-check
import concurrently from 'concurrently';

// Runs the compiler, the server and the pages, and restarts each when its sources change. If one exits, the others are
// stopped.
await import('./build.mjs');

const pages = 'http://localhost:5173';
console.log(`The site will answer at ${pages}`);
const { result } = concurrently(
  [
    { name: 'compiler', command: 'tsc -b --watch --preserveWatchOutput' },
    { name: 'bundler', command: 'node scripts/build/bundle-server.mjs --watch' },
    // Makes links in mails lead to the development pages.
    { name: 'server', command: 'node --watch server/dist/main.js', env: { PUBLIC_URL: pages } },
    { name: 'pages', command: 'vite web --port 5173 --strictPort' },
  ],
  { killOthersOn: ['failure', 'success'] },
);
await result.catch(() => {
  process.exitCode = 1;
});
