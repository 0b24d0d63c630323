/** The dark squares of a QR code as one path: a run of them in a row is one rectangle. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => runsIn(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join('');
}

/** Where runs of dark squares start, and how long they are. */
function runsIn(row: readonly boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
