export function isSameJson(a: unknown, b: unknown, ignoredKey?: string): boolean {
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return hasSameItems(a, b);
  for (const field in a) if (field !== ignoredKey && !isSameJson(a[field], b[field])) return false;
  for (const field in b) if (field !== ignoredKey && a[field] === undefined && b[field] !== undefined) return false;
  return true;
}

function hasSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (!isSameJson(a[n], b[n])) return false;
  return true;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
