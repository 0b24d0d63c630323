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

  postsOf(id: number): number | undefined {
    return this.byId.get(id)?.posts;
  }

  /** Replaces all members. */
  fill(members: Iterable<RankedMember>): void {
    this.byId.clear();
    for (const member of members) this.byId.set(member.id, member);
    this.members = [...this.byId.values()].sort(byRank);
  }

  /** Those of these ids that are members, in their order. */
  sorted(ids: readonly number[]): RankedMember[] {
    return ids.flatMap((id) => this.byId.get(id) ?? []).sort(byRank);
  }

  put(member: RankedMember): void {
    const before = this.byId.get(member.id);
    if (before?.username === member.username && before.posts === member.posts) return;
    this.remove(member.id);
    this.byId.set(member.id, member);
    this.members.splice(firstAfter(this.members, member), 0, member);
  }

  remove(id: number): void {
    const member = this.byId.get(id);
    if (!member) return;
    this.byId.delete(id);
    // No one else has this rank, except while two members swap names.
    let index = firstAfter(this.members, member) - 1;
    while (index >= 0 && this.members[index] !== member) index--;
    if (index >= 0) this.members.splice(index, 1);
  }
}

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
