/** The specification's delays, in milliseconds. */
export const delaysMs = { loginRedirect: 600, loginError: 500, logoutRedirect: 1_600 } as const;

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
