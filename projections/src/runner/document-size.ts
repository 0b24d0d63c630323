export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  const fields = value as Record<string, unknown>;
  let bytes = 2;
  for (const field in fields) {
    const inner = fields[field];
    bytes += field.length + 4;
    if (typeof inner === 'string') bytes += inner.length + 2;
    else bytes += typeof inner === 'object' ? approximateBytes(inner) : 8;
  }
  return bytes;
}
