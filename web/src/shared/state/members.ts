export interface MemberStat {
  id: number;
  username: string;
  posts: number;
  avatar_url: string | null;
  /** Null for ordinary members. */
  role: string | null;
}

/** Shown as the author of texts by erased members. */
export const erasedName = '[deleted]';
