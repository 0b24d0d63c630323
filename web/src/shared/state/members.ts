export interface MemberStat {
  id: number;
  username: string;
  posts: number;
  avatar_url: string | null;
  /** Null for ordinary members. */
  role: string | null;
}

export const erasedName = '[deleted]';
