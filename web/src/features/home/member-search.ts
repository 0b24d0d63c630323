/** The home page shows at most so many matches. */
export const mostMatches = 15;

/** The usernames that hold `typed`, without regard to case: those that begin with it first, else in the given order. */
export function searchMembers(usernames: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const begins: string[] = [];
  const holds: string[] = [];
  for (const name of usernames) {
    const at = name.toLowerCase().indexOf(wanted);
    if (at === 0) begins.push(name);
    else if (at > 0) holds.push(name);
    if (begins.length === mostMatches) break;
  }
  return [...begins, ...holds].slice(0, mostMatches);
}
