/** Stream `staff`: who holds which role, and who is gone. One stream, so that the last Admin cannot be lost. */
export type StaffEvent =
  | { type: 'RoleGiven.v1'; data: { userId: number; roleId: number; before: number } }
  /** Before an account is erased (`texts`: with what it wrote): it holds no role from here on and gets none again. */
  | { type: 'MemberLeft.v1'; data: { userId: number; roleId: number; texts: boolean } };
