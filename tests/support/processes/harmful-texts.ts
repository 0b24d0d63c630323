import { limits } from '@guildhall/domain/limits.js';

/** These 19,000 characters used to render as 8.6 MB because each row is padded with 181 empty cells. */
export const tablesText = Array.from(
  { length: 13 },
  () => `|${'a|'.repeat(181)}\n|${'-|'.repeat(181)}\n${'|\n'.repeat(361)}`,
)
  .join('\n')
  .slice(0, 19_000)
  .trim();

/** Ordinary text of the maximum length, different for each `n`. */
export const buildLongText = (n: number): string =>
  `Reply ${n}. ${'It was a **long** way to the [harbour](https://example.org/map), but we all came. '.repeat(300)}`
    .slice(0, limits.content.max)
    .trim();
