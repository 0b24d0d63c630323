export function print(rows) {
  const columns = Object.keys(rows[0]);
  const format = (value) => (typeof value === 'number' ? formatNumber(value) : String(value));
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => format(row[column]).length)));
  const formatLine = (cells) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  console.log(formatLine(columns));
  for (const row of rows) console.log(formatLine(columns.map((column) => format(row[column]))));
}

const formatNumber = (value) =>
  Number.isInteger(value) || Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);

/** @param {number[]} values @param {number} share 0 to 1 */
export function computePercentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Compares a request's times in a small and a large forum. */
export const compareTimes = (label, small, large) => ({
  label,
  'p50 small': computePercentile(small, 0.5),
  'p99 small': computePercentile(small, 0.99),
  'p50 large': computePercentile(large, 0.5),
  'p99 large': computePercentile(large, 0.99),
  'ratio of p50': computePercentile(large, 0.5) / computePercentile(small, 0.5),
});
