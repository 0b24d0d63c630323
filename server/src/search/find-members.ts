import type { Directory } from '../read-models/members/directory.js';
import type { OrderedAccount } from '../read-models/members/account-order.js';
import { foldCase } from '../vault/account-record.js';
import type { AccountName } from '../vault/vault.js';
import type { SearchText } from './query-text.js';

/** Members by their names, which are in memory and in no file. */
export class MemberNames {
  constructor(private readonly directory: Pick<Directory, 'byName' | 'account' | 'memberId'>) {}

  /**
   * Members whose name contains every word: whole names first, then names that begin with the first word, each by name.
   */
  find({ required, excluded }: SearchText, offset: number, limit: number): AccountName[] {
    const [words, others] = [required, excluded].map((terms) => terms.map(({ text }) => foldCase(text)));
    const first = words?.[0];
    if (first === undefined) return [];
    const matches = ({ name }: OrderedAccount) =>
      words?.every((word) => name.includes(word)) && !others?.some((word) => name.includes(word));
    const found = this.directory.byName.entries().flatMap((entry) => {
      const account = matches(entry) ? this.directory.account(entry.id) : null;
      return account?.verified ? { name: entry.name, account } : [];
    });
    const rank = ({ name }: { name: string }) => (name === first ? 0 : name.startsWith(first) ? 1 : 2);
    const groups = [0, 1, 2].flatMap((wantedRank) => found.filter((it) => rank(it) === wantedRank));
    return groups.slice(offset, offset + limit).map(({ account }) => account);
  }

  /** The id of the member with this name, ignoring case. */
  idOf(username: string): number | null {
    return this.directory.memberId(username);
  }
}
