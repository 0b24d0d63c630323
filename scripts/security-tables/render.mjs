// @ts-check

/**
 * What the tables show of an operation, besides its bounds.
 * @typedef {object} ListedCall
 * @property {string} method
 * @property {string} path
 * @property {string} [login] the refusal of guests
 * @property {readonly string[]} [actions] of which a caller needs one
 * @property {string} [upload]
 * @property {readonly { kind: string }[]} [limits]
 */
/** @typedef {{ rows: number | null, next: boolean, bytes: number | null }} Bounds */
/** @typedef {Record<string, { points: number, duration: number, per: string }>} RateLimits */
/** @typedef {{ json: number, upload: number }} BodySizes in bytes */

/**
 * The tables of docs/security.md that are made of the code, by their names there.
 * @param {readonly { call: ListedCall, bounds: Bounds }[]} calls
 * @param {{ rateLimits: RateLimits, bodies: BodySizes }} given
 * @returns {Record<string, string>}
 */
export function tablesOf(calls, { rateLimits, bodies }) {
  return {
    calls: table(
      ['call', 'who', 'body', 'rows', 'next page', 'response', 'limits'],
      calls.map(({ call, bounds }) => rowOf(call, bounds, bodies)),
    ),
    'rate limits': table(
      ['limit', 'tries', 'in seconds', 'for each'],
      Object.entries(rateLimits).map(([kind, { points, duration, per }]) => [kind, points, duration, per]),
    ),
  };
}

/**
 * @param {ListedCall} call
 * @param {Bounds} bounds
 * @param {BodySizes} bodies
 */
function rowOf({ method, path, login, actions, upload, limits = [] }, { rows, next, bytes }, bodies) {
  const body = upload ? bodies.upload : bodies.json;
  return [
    `\`${method.toUpperCase()} ${path}\``,
    actions ? actions.join(' or ') : login ? 'members' : 'everyone',
    method === 'get' ? '' : sizeOf(body),
    rows ?? '',
    rows === null ? '' : next ? 'yes' : 'none: that is all',
    bytes === null ? 'a file, page by page' : sizeOf(bytes),
    limits.map(({ kind }) => kind).join(', '),
  ];
}

/** @param {number} bytes */
const sizeOf = (bytes) =>
  bytes % 1_000_000 === 0
    ? `${bytes / 1_000_000} MB`
    : bytes < 2 ** 20
      ? `${bytes / 1024} KiB`
      : `${bytes / 2 ** 20} MiB`;

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} name */
const marks = (name) => [`<!-- made by scripts/security-tables.mjs: ${name} -->`, '<!-- end -->'];

/**
 * The document with its tables renewed; each is between two comments.
 * @param {string} document
 * @param {Record<string, string>} tables
 */
export function withTables(document, tables) {
  return Object.entries(tables).reduce((text, [name, made]) => {
    const [begin = '', end = ''] = marks(name);
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`docs/security.md has no place for the table of ${name}`);
    return `${text.slice(0, from + begin.length)}\n\n${made}\n\n${text.slice(to)}`;
  }, document);
}
