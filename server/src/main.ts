import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Missing before Node 22.1.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
