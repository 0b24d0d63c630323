export type Json = Record<string, unknown>;

export function listObjects(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value as Json]), ...Object.values(value).flatMap(listObjects)];
}
