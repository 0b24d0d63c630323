import { readZip } from '@guildhall/server/testing/read-zip.js';
import type { HttpResponse } from './exchange.js';
import type { Site } from './site.js';

interface AccountArchive<T> {
  headers: HttpResponse['headers'];
  account: T;
  accountText: string;
  files: Map<string, Buffer>;
}

export async function readAccountArchive<T = unknown>(site: Site, as: { cookie: string }): Promise<AccountArchive<T>> {
  const { headers, bytes } = await site.send('GET', '/account/export', undefined, { as });
  const files = new Map<string, Buffer>();
  for (const [name, file] of await readZip(bytes)) files.set(name, file.bytes);
  const accountText = String(files.get('account.json'));
  return { headers, account: JSON.parse(accountText) as T, accountText, files };
}
