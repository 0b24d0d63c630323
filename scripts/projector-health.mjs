// @ts-check
import { JobQueue } from '@guildhall/server/projector/job-queue.js';

// Health check for the projector container: exits with code 1 unless a projector has recently reported its state.
const staleAfterMs = 15_000;
const jobQueue = new JobQueue(process.env.MONGODB_URL ?? '');
const status = await jobQueue.getStatus().catch(() => null);
await jobQueue.close();
process.exitCode = status && status.age < staleAfterMs ? 0 : 1;
