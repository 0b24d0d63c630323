export const formatPosition = (log: string, position: string): string => `${log}.${position}`;

export function parsePosition(text: unknown): { log: string; position: string } | null {
  const match = typeof text === 'string' ? /^([0-9a-f]{8})\.(\d{20})$/.exec(text) : null;
  return match ? { log: match[1] as string, position: match[2] as string } : null;
}
