import { timingSafeEqual } from 'node:crypto';

/** Takes the same time for every wrong secret of the right length. */
export function areEqualSecrets(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
