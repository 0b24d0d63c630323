import { join } from 'node:path';
import { Command } from 'commander';
import { createAdmin } from './accounts/create-admin.js';
import { backUpWithProgressBar, restoreWithProgressBar } from './backup/backup-report.js';
import { listBackupFiles } from './backup/backup-files.js';
import { readEnv, readSecret } from './process/env.js';
import { createLogger } from './process/logger.js';
import { findOperatorMessage } from './process/operator-message.js';
import { withProjections } from './projections-access.js';
import { prepareUpgrade } from './projector/prepare-views.js';
import { followRebuild, followVerify, printStatus } from './projector/projections-report.js';
import { startServer } from './server.js';

const quietLogger = createLogger({ logLevel: 'error' });
const filesOption = [
  '--files <folder>',
  'the folder of uploaded files, shared by several backups so that each copies only new ones (default: <folder>/files)',
] as const;
type FilesOption = { files?: string };
const resolveFolders = (folder: string, { files = join(folder, 'files') }: FilesOption) => ({
  folder,
  filesFolder: files,
});

const program = new Command('guildhall').description('Manages a Guildhall installation.');

program
  .command('projections')
  .description('shows the state of the views')
  .action(() => withProjections(readEnv(process.env), quietLogger, printStatus));
program
  .command('rebuild')
  .description('rebuilds all views from the log while the site is running')
  .action(() => withProjections(readEnv(process.env), quietLogger, followRebuild));
program
  .command('verify')
  .description('builds the views from the log again and compares every document with the live ones')
  .action(() => withProjections(readEnv(process.env), quietLogger, followVerify));
program
  .command('backup')
  .description('copies log and vault into <folder>/log and <folder>/vault while the site is running, and verifies them')
  .argument('<folder>')
  .option(...filesOption)
  .action((folder: string, options: FilesOption) =>
    backUpWithProgressBar(readEnv(process.env), resolveFolders(folder, options)),
  );
program
  .command('restore')
  .description('verifies a backup and copies it into DATA_DIR, which must be empty')
  .argument('<folder>')
  .option(...filesOption)
  .action((folder: string, options: FilesOption) =>
    restoreWithProgressBar(
      readEnv(process.env, () => readSecret(listBackupFiles(folder).secret)),
      resolveFolders(folder, options),
    ),
  );
program
  .command('prepare')
  .description("before an upgrade: builds this version's views alongside those of the running server")
  .action(() => prepareUpgrade(readEnv(process.env)));
program
  .command('admin')
  .description('manages Admin accounts')
  .command('create')
  .description('creates a verified account; while there is no Admin it becomes the first. Stop the server first')
  .requiredOption('--username <name>')
  .requiredOption('--email <address>')
  .requiredOption('--password <password>')
  .action(async (options: { username: string; email: string; password: string }) => {
    const server = await startServer(readEnv(process.env), quietLogger, { listen: false });
    await createAdmin(server.services, options).finally(() => server.close());
    console.log(`${options.username} is now an Admin.`);
  });

await program.parseAsync().catch((error: unknown) => {
  const message = error instanceof Error && error.name === 'Refusal' ? error.message : findOperatorMessage(error);
  console.error(message ?? error);
  process.exitCode = 1;
});
