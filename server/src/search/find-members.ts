import type { Directory } from '../read-models/members/directory.js';
import { foldCase } from '../vault/account-record.js';
import type { AccountName } from '../vault/vault.js';
import type { SearchText } from './query-text.js';

interface Named {
  fold: string;
  name: AccountName;
}

/** Members by their names, which are in memory and in no file. */
export class MemberNames {
  private sorted: Named[] = [];
  private version = -1;

  constructor(private readonly directory: Directory) {}

  /**
   * Members whose name contains every word: whole names first, then names that begin with the first word, each by name.
   */
  find({ required, excluded }: SearchText, offset: number, limit: number): AccountName[] {
    const [words, others] = [required, excluded].map((terms) => terms.map(({ text }) => foldCase(text)));
    const first = words?.[0];
    if (first === undefined) return [];
    const found = this.members().filter(
      ({ fold }) => words?.every((word) => fold.includes(word)) && !others?.some((word) => fold.includes(word)),
    );
    const rank = ({ fold }: Named) => (fold === first ? 0 : fold.startsWith(first) ? 1 : 2);
    const groups = [0, 1, 2].flatMap((wantedRank) => found.filter((it) => rank(it) === wantedRank));
    return groups.slice(offset, offset + limit).map(({ name }) => name);
  }

  /** The id of the member with this name, ignoring case. */
  idOf(username: string): number | null {
    const fold = foldCase(username);
    return this.members().find((it) => it.fold === fold)?.name.id ?? null;
  }

  /** Sorted once for each change of the directory. */
  private members(): Named[] {
    if (this.version !== this.directory.version) {
      this.version = this.directory.version;
      const named = this.directory
        .all()
        .flatMap((name) => (name.verified ? { fold: foldCase(name.username), name } : []));
      this.sorted = named.sort((a, b) => (a.fold < b.fold ? -1 : 1));
    }
    return this.sorted;
  }
}
