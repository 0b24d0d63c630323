// @ts-check

/**
 * @typedef {import('./recorder.mjs').Entry} Entry
 * @typedef {{ openapi: unknown, entries: Entry[] }} Recording
 */

const placeholder = /<(\w[\w ]*?) (\d+)>/g;

/**
 * The differences between two recordings, one line each, by the label of the call. Numbered placeholders are equal
 * where they always correspond to each other.
 * @param {Recording} before
 * @param {Recording} after
 */
export function differences(before, after) {
  const pairs = new Pairs();
  const lines = differing('openapi', before.openapi, after.openapi, pairs);
  const later = new Map(after.entries.map((entry) => [entry.label, entry]));
  for (const entry of before.entries) {
    const other = later.get(entry.label);
    later.delete(entry.label);
    if (!other) lines.push(`${entry.label}: is not in the second recording`);
    else lines.push(...differing(entry.label, entry, other, pairs));
  }
  for (const label of later.keys()) lines.push(`${label}: is not in the first recording`);
  return lines;
}

/** Which placeholder of the second recording corresponds to which of the first. */
class Pairs {
  /** @type {Map<string, string>} */
  #there = new Map();
  /** @type {Map<string, string>} */
  #back = new Map();

  /** @param {string} a @param {string} b */
  match(a, b) {
    const [there, back] = [this.#there.get(a), this.#back.get(b)];
    if (there !== undefined || back !== undefined) return there === b && back === a;
    this.#there.set(a, b);
    this.#back.set(b, a);
    return true;
  }

  /**
   * The corresponding keys of two objects. Keys may contain ids: known ids are matched first, the rest by their order.
   * @param {Record<string, unknown>} a
   * @param {Record<string, unknown>} b
   * @returns {[string | undefined, string | undefined][]}
   */
  keysOf(a, b) {
    const left = new Set(Object.keys(b));
    const known = Object.keys(a).map((key) => {
      const there = key.replace(placeholder, (found) => this.#there.get(found) ?? found);
      return /** @type {[string, string | undefined]} */ ([key, left.delete(there) ? there : undefined]);
    });
    const all = known.map(([key, there]) => {
      const like = there ?? [...left].find((other) => shapeOf(other) === shapeOf(key));
      if (like !== undefined) left.delete(like);
      return /** @type {[string, string | undefined]} */ ([key, like]);
    });
    return [...all, ...[...left].map((key) => /** @type {[undefined, string]} */ ([undefined, key]))];
  }
}

/** @param {string} text */
const shapeOf = (text) => text.replace(placeholder, '<$1>');

/**
 * @param {string} path
 * @param {unknown} a
 * @param {unknown} b
 * @param {Pairs} pairs
 * @returns {string[]}
 */
function differing(path, a, b, pairs) {
  if (typeof a === 'string' && typeof b === 'string') return sameText(a, b, pairs) ? [] : [`${path}: ${shown(a, b)}`];
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) {
    return Object.is(a, b) ? [] : [`${path}: ${short(a)} -> ${short(b)}`];
  }
  return pairs.keysOf(a, b).flatMap(([keyOfA, keyOfB]) => {
    if (keyOfA === undefined || keyOfB === undefined) {
      const there = keyOfA === undefined ? `nothing -> ${short(b[keyOfB ?? ''])}` : `${short(a[keyOfA])} -> nothing`;
      return [`${path} / ${keyOfA ?? keyOfB}: ${there}`];
    }
    const named = sameText(keyOfA, keyOfB, pairs) ? [] : [`${path}: ${keyOfA} -> ${keyOfB}`];
    return [...named, ...differing(`${path} / ${keyOfA}`, a[keyOfA], b[keyOfB], pairs)];
  });
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {string} a @param {string} b @param {Pairs} pairs */
function sameText(a, b, pairs) {
  if (a === b && !a.includes('<')) return true;
  if (shapeOf(a) !== shapeOf(b)) return false;
  const [ofA, ofB] = [a.match(placeholder) ?? [], b.match(placeholder) ?? []];
  return ofA.every((one, n) => pairs.match(one, ofB[n] ?? ''));
}

/** The first difference of two texts, with a little context. @param {string} a @param {string} b */
function shown(a, b) {
  const [plainA, plainB] = [shapeOf(a), shapeOf(b)];
  let at = 0;
  while (at < plainA.length && plainA[at] === plainB[at]) at++;
  if (at === plainA.length && at === plainB.length) return `other ids: ${short(a)} -> ${short(b)}`;
  const around = (/** @type {string} */ text) => short(text.slice(Math.max(0, at - 40), at + 80));
  return `${around(plainA)} -> ${around(plainB)}`;
}

/** @param {unknown} value */
function short(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
