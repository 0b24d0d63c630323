import { toAboutMember } from '../read-models/members/about.js';
import type { Account } from '../vault/account/account.js';
import type { ExportDependencies } from './export-rows.js';
import { buildArchivedName, sections } from './sections.js';
import { createZip, type ZipEntry } from './zip.js';

export const buildArchive = (services: ExportDependencies, account: Account): AsyncGenerator<Uint8Array> =>
  createZip(buildEntries(services, account));

async function* buildEntries(services: ExportDependencies, account: Account): AsyncGenerator<ZipEntry> {
  yield { name: 'account.json', content: streamAccountJson(services, account), mtime: new Date(), compress: true };
  for await (const { bytes, ...file } of services.files.readOwnedFiles(account.id)) {
    yield {
      name: buildArchivedName(file),
      content: splitIntoSlices(bytes),
      mtime: new Date(file.savedAt),
      compress: false,
    };
  }
}

async function* streamAccountJson(services: ExportDependencies, account: Account): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(new Date().toISOString())},\n"account":${JSON.stringify(buildAccountFields(services, account))}`;
  for (const [name, rows] of Object.entries(sections)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const row of rows(services, account.id)) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

function buildAccountFields({ policy }: Pick<ExportDependencies, 'policy'>, account: Account) {
  return {
    id: account.id,
    username: account.username,
    former_names: account.formerNames ?? [],
    email: account.email,
    verified: account.verified,
    role: policy.getRoleName(account.id),
    avatar_url: account.avatar,
    created_at: account.createdAt,
    two_step: account.twoStep?.on ?? false,
    about: toAboutMember(account),
    hide_last_seen: account.about?.hideSeen ?? false,
    last_seen: account.seenAt ?? null,
    email_pause: account.emailPause ? { at: account.emailPause.at, reason: account.emailPause.reason } : null,
  };
}

const sliceBytes = 65_536;

function* splitIntoSlices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}
