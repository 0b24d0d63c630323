import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { boundHeap } from './process/bound-heap.js';

boundHeap();

// Before the rest is loaded: from Node 22.1 on, what was compiled is kept for the next start. Where the folder cannot be
// written, it is compiled again.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
