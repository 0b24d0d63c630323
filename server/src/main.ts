import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void }; // This function is available since Node 22.1.
enableCompileCache?.(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./serve.js');
