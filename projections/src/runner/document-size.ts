export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  const fields = value as Record<string, unknown>;
  let bytes = 2;
  for (const field in fields) {
    const fieldValue = fields[field];
    bytes += field.length + 4;
    if (typeof fieldValue === 'string') bytes += fieldValue.length + 2;
    else bytes += typeof fieldValue === 'object' ? estimateBytes(fieldValue) : 8;
  }
  return bytes;
}
