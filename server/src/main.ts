import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Must run before the other modules load, so that the next start finds the compiled code in this folder, if it is
// writable.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void }; // from Node 22.1 on
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
