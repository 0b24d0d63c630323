import { JoinedTexts } from './joined-texts.js';

export interface RankedMember {
  id: number;
  posts: number;
  username: string;
  /** The name, normalised for comparison. */
  fold: string;
}

/** A current or former rank of a member. */
export type Rank = Pick<RankedMember, 'posts' | 'fold'>;

const byRank = (a: Rank, b: Rank): number => b.posts - a.posts || (a.fold < b.fold ? -1 : a.fold > b.fold ? 1 : 0);

/** Members sorted by rank: a change costs a search for its place, however many there are. */
export class MemberOrder {
  members: RankedMember[] = [];
  private readonly byId = new Map<number, RankedMember>();
  /** The names in order, once a part of one was looked for. */
  private names: JoinedTexts | null = null;

  postsOf(id: number): number | undefined {
    return this.byId.get(id)?.posts;
  }

  /** Replaces all members. */
  fill(members: Iterable<RankedMember>): void {
    this.byId.clear();
    for (const member of members) this.byId.set(member.id, member);
    this.members = [...this.byId.values()].sort(byRank);
    this.names = null;
  }

  /** Those after a rank whose name contains a text, in order; to be read before the next change. */
  *containing(text: string, after: Rank | null): Generator<RankedMember> {
    const from = after ? firstAfter(this.members, after) : 0;
    for (const index of text === '' ? this.indexesFrom(from) : this.joinedNames().containing(text, from)) {
      const member = this.members[index];
      if (member) yield member;
    }
  }

  put(member: RankedMember): void {
    const before = this.byId.get(member.id);
    if (before?.username === member.username && before.posts === member.posts) return;
    const index = before ? this.indexOf(before) : -1;
    const [previous, next] = [this.members[index - 1], this.members[index + 1]];
    const stays = before?.fold === member.fold && !isAfter(previous, member) && !isAfter(member, next);
    this.byId.set(member.id, member);
    if (index >= 0 && stays)
      this.members[index] = member; // as after most posts of those who write most
    else {
      this.removeAt(index);
      this.insert(member);
    }
  }

  remove(id: number): void {
    const member = this.byId.get(id);
    if (!member) return;
    this.byId.delete(id);
    this.removeAt(this.indexOf(member));
  }

  private insert(member: RankedMember): void {
    const index = firstAfter(this.members, member);
    this.members.splice(index, 0, member);
    this.names?.inserted(index);
  }

  private removeAt(index: number): void {
    if (index < 0) return;
    this.members.splice(index, 1);
    this.names?.removed(index);
  }

  /** No one else has this rank, except while two members swap names. */
  private indexOf(member: RankedMember): number {
    let index = firstAfter(this.members, member) - 1;
    while (index >= 0 && this.members[index] !== member) index--;
    return index;
  }

  private *indexesFrom(from: number): Generator<number> {
    for (let index = from; index < this.members.length; index++) yield index;
  }

  private joinedNames(): JoinedTexts {
    const read = (from: number, to: number) => this.members.slice(from, to).map(({ fold }) => fold);
    return (this.names ??= new JoinedTexts(this.members.length, read));
  }
}

const isAfter = (one: Rank | undefined, other: Rank | undefined): boolean =>
  one !== undefined && other !== undefined && byRank(one, other) > 0;

/** The index of the first member after a rank. */
export function firstAfter(members: readonly RankedMember[], rank: Rank): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const member = members[middle];
    if (member && byRank(member, rank) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
