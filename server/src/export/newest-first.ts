/** Page after page of at most `size` rows, newest first. */
export async function* newestFirst<Row extends { order: string }>(
  next: (before: string | null) => Promise<Row[]>,
  size: number,
): AsyncGenerator<Row[]> {
  for (let before: string | null = null; ;) {
    const found: Row[] = await next(before);
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < size) return;
    before = last.order;
  }
}
