export interface MemberStat {
  id: number;
  username: string;
  posts: number;
  avatar_url: string | null;
  /** Name of the role; null for ordinary members. */
  role: string | null;
}

/** The author name shown for texts of erased accounts. */
export const erasedName = '[deleted]';
