// @ts-check
import concurrently from 'concurrently';

// The compiler, the server and the pages, each renewed when its sources change. When one ends, the others end too.
await import('./build.mjs');

const pages = 'http://localhost:5173';
console.log(`The site will answer at ${pages}`);
const { result } = concurrently(
  [
    { name: 'compiler', command: 'tsc -b --watch --preserveWatchOutput' },
    { name: 'bundler', command: 'node scripts/build/bundle-server.mjs --watch' },
    // Links in mails lead to the pages that are being worked on.
    { name: 'server', command: 'node --watch server/dist/main.js', env: { PUBLIC_URL: pages } },
    { name: 'pages', command: 'vite web --port 5173 --strictPort' },
  ],
  { killOthersOn: ['failure', 'success'] },
);
await result.catch(() => {
  process.exitCode = 1;
});
