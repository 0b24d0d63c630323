import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// V8 then collects and compacts its heap before it takes more memory: half of what it took under load was free space
// within pages, and the young generation of 32 MiB that a start leaves behind.
setFlagsFromString('--optimize-for-size');

// Before the rest is loaded: from Node 22.1 on, what was compiled is kept for the next start. Where the folder cannot be
// written, it is compiled again.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
