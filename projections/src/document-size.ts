/** Roughly the bytes that a JSON value takes: exact would cost as much as writing it. */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  const fields = value as Record<string, unknown>;
  let bytes = 2;
  for (const field in fields) bytes += field.length + 4 + approximateBytes(fields[field]);
  return bytes;
}
