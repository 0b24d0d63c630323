import { aboutOf } from '../read-models/members/about.js';
import type { Account } from '../vault/vault.js';
import { sections, type ExportDependencies } from './sections.js';

export async function* exportOf(services: ExportDependencies, account: Account): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(new Date().toISOString())},\n"account":${JSON.stringify(accountFields(services, account))}`;
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

function accountFields({ policy }: Pick<ExportDependencies, 'policy'>, account: Account) {
  return {
    id: account.id,
    username: account.username,
    former_names: account.formerNames ?? [],
    email: account.email,
    verified: account.verified,
    role: policy.roleNameOf(account.id),
    avatar_url: account.avatar,
    created_at: account.createdAt,
    two_step: account.twoStep?.on ?? false,
    about: aboutOf(account),
    hide_last_seen: account.about?.hideSeen ?? false,
    last_seen: account.seenAt ?? null,
  };
}
