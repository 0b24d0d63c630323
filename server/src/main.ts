import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { boundHeap } from './process/bounded-heap.js';

// While it starts: V8 then compacts its heap before it takes more memory, and leaves no young generation of 32 MiB behind.
setFlagsFromString('--optimize-for-size');

// Before the rest is loaded: from Node 22.1 on, what was compiled is kept for the next start. Where the folder cannot be
// written, it is compiled again.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
setFlagsFromString('--no-optimize-for-size'); // cached reads would take twice the processor time
boundHeap();
