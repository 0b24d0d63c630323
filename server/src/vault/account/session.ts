export interface Session {
  /** 128 random bits in base64url. */
  id: string;
  userId: number;
  createdAt: string;
  expiresAt: string;
  userAgent: string;
  /** Accurate only to within 15 minutes. */
  usedAt?: string;
}

export interface LastSeen {
  at: string | null;
  isHidden: boolean;
}

export interface SessionCalls {
  createSession(session: Session): Promise<void>;
  findSession(id: string): Promise<Session | null>;
  listSessions(userId: number): Promise<Session[]>;
  /** Includes only existing accounts. */
  findLastSeen(userIds: readonly number[]): Promise<Map<number, LastSeen>>;
  useSession(id: string, usedAt: string, expiresAt: string): Promise<void>;
  endSession(id: string): Promise<void>;
  endSessions(userId: number, exceptId?: string): Promise<void>;
  pruneSessions(expiredBefore: string): Promise<void>;
}
