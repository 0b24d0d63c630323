const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;
const sqliteShortRead = 522;
const damagedCodes = new Set([sqliteCorrupt, sqliteNotADatabase]);

export function isDamaged(error: unknown): boolean {
  const code = getSqliteCode(error);
  return code !== null && (damagedCodes.has(code & 0xff) || code === sqliteShortRead);
}

/** Errors thrown by `all` and `iterate` have no code, only SQLite's message. */
const codesByMessage = new Map([
  ['database is locked', 5],
  ['database table is locked', 6],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
]);

export function getSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return typeof error.errcode === 'number' ? error.errcode : null;
  const isFromDriver = 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  return isFromDriver ? (codesByMessage.get(error.message) ?? null) : null;
}
