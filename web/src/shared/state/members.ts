/** A member in the ranking by posts. */
export interface MemberStat {
  id: number;
  username: string;
  posts: number;
  avatar_url: string | null;
  /** Name of the role when it is not Member, else null. */
  role: string | null;
}

/** The name shown for texts whose author's account is erased. */
export const noMembers = '[deleted]';
