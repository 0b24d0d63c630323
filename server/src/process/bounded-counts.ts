/** Counts by key, up to a maximum of each. A key whose count is zero is forgotten. */
export class BoundedCounts {
  private readonly counts = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** @returns false, and counts nothing, where the maximum is reached */
  add(key: string): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.max) return false;
    this.counts.set(key, count + 1);
    return true;
  }

  remove(key: string): void {
    const count = this.counts.get(key) ?? 0;
    if (count > 1) this.counts.set(key, count - 1);
    else this.counts.delete(key);
  }
}
