// @ts-check
import { JobQueue } from '@guildhall/server/projector/job-queue.js';

// The health check of the projector's container: a projector has reported its state lately, or the exit code is 1.
const staleAfter = 15_000; // ms
const desk = new JobQueue(process.env.MONGODB_URL ?? '');
const status = await desk.status().catch(() => null);
await desk.close();
process.exitCode = status && status.age < staleAfter ? 0 : 1;
