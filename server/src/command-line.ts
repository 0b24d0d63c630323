import { LogInUse } from '@guildhall/event-store/sqlite/process-lock.js';
import { Command } from 'commander';
import { createAdmin } from './accounts/create-admin.js';
import { EnvError, readEnv } from './process/env.js';
import { createLogger } from './process/logger.js';
import { withProjections } from './projections-access.js';
import { followRebuild, followVerify, printStatus } from './projector/projections-report.js';
import { startServer } from './server.js';

const env = readEnvOrExit();
const quiet = createLogger({ logLevel: 'error' });
const program = new Command('guildhall').description('Manages a Guildhall installation.');

program
  .command('projections')
  .description('shows the state of the views')
  .action(() => withProjections(env, quiet, printStatus));
program
  .command('rebuild')
  .description('rebuilds all views from the log while the site keeps running')
  .action(() => withProjections(env, quiet, followRebuild));
program
  .command('verify')
  .description('builds the views from the log once more and compares every document with the live ones')
  .action(() => withProjections(env, quiet, followVerify));
program
  .command('admin')
  .description('accounts of Admins')
  .command('create')
  .description('creates a verified account; while there is no Admin it becomes the first. Stop the server first')
  .requiredOption('--username <name>')
  .requiredOption('--email <address>')
  .requiredOption('--password <password>')
  .action(async (options: { username: string; email: string; password: string }) => {
    const server = await startServer(env, quiet, { listen: false });
    await createAdmin(server.services, options).finally(() => server.close());
    console.log(`${options.username} is now Admin.`);
  });

await program.parseAsync().catch((error: unknown) => {
  const known = error instanceof Error && (error instanceof LogInUse || error.name === 'Refusal');
  console.error(known ? error.message : error);
  process.exitCode = 1;
});

function readEnvOrExit() {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
