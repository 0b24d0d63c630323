import type { Directory } from '../read-models/members/directory.js';
import type { AccountName } from '../vault/vault.js';
import { fold } from './terms/analyze.js';
import type { SearchText } from './terms/query-text.js';

/** Members by their names, which are in memory and in no file. */
export class MemberNames {
  constructor(private readonly directory: Pick<Directory, 'byName' | 'account' | 'memberId'>) {}

  /**
   * Members whose name contains every word: whole names first, then names that begin with the first word, each by name.
   */
  find({ required, excluded }: SearchText, offset: number, limit: number): AccountName[] {
    const [words, others] = [required, excluded].map((terms) => terms.map(({ text }) => fold(text)));
    const first = words?.[0];
    if (first === undefined) return [];
    const end = offset + limit;
    const groups: AccountName[][] = [[], [], []];
    for (const { id, name } of this.directory.byName.containing(first)) {
      if (!words?.every((word) => name.includes(word)) || others?.some((word) => name.includes(word))) continue;
      const group = groups[name === first ? 0 : name.startsWith(first) ? 1 : 2];
      if (!group || group.length === end) continue;
      const account = this.directory.account(id);
      if (account?.verified) group.push(account);
    }
    return groups.flat().slice(offset, end);
  }

  /** The id of the member with this name, in the form in which texts are searched. */
  idOf(username: string): number | null {
    return this.directory.memberId(fold(username));
  }
}
