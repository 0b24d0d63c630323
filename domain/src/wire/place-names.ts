import { toPlaceKey } from '../structure/names.js';

interface NamedRow {
  name: string;
  display_name: string;
  former_names?: readonly string[] | undefined;
}

/** Ignores case. Looks for the name first, then for the display name, and then for former names. */
export function findRowByName<Row extends NamedRow>(rows: readonly Row[], name: string): Row | undefined {
  const requestedKey = toPlaceKey(name);
  return (
    rows.find((row) => toPlaceKey(row.name) === requestedKey) ??
    rows.find((row) => toPlaceKey(row.display_name) === requestedKey) ??
    rows.find(({ former_names }) => former_names?.includes(requestedKey))
  );
}

export const isFormerName = ({ former_names }: NamedRow, name: string): boolean =>
  former_names?.includes(toPlaceKey(name)) === true;
