export interface MemberStat {
  id: number;
  username: string;
  posts: number;
  avatar_url: string | null;
  /** Null for ordinary members. */
  role: string | null;
}

export const erasedName = '[deleted]';

/** Erased members and programs have no profile. Unlike their names, usernames contain no spaces or brackets. */
export const hasProfile = (name: string): boolean => !/[[ ]/.test(name);
