// @ts-check

/**
 * Values that differ between any two runs become placeholders, numbered in the order of first appearance: the relations
 * between ids stay, whatever the ids are.
 */
export class Normaliser {
  /** @type {Map<string, string>} */
  #known = new Map();
  /** @type {Map<string, number>} */
  #counts = new Map();
  #day = new Date();

  /** @param {readonly string[]} secrets texts of this run alone */
  constructor(secrets = []) {
    this.secrets = secrets;
  }

  /** @param {unknown} value @returns {unknown} */
  of(value) {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return this.#number(value);
    if (Array.isArray(value)) return value.map((one) => this.of(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.#text(key), this.of(one)]));
  }

  /** @param {number} value */
  #number(value) {
    return isId(String(value)) ? `number ${this.#named('id', String(value))}` : value;
  }

  /** @param {string} text */
  #text(text) {
    /** @param {string} kind */
    const named = (kind) => (/** @type {string} */ found) => this.#named(kind, found);
    return this.secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text)
      .replace(/<link rel="modulepreload"[^>]*>\s*/g, '')
      .replace(/\/assets\/[\w.-]+\.(\w+)/g, '/assets/<asset>.$1')
      .replace(/\/pictures\/[\w-]+/g, (found) => `/pictures/${this.#named('picture', found)}`)
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, named('session'))
      .replace(/\b\d+\.\d+\.[\w-]{16}\.[\w-]+/g, named('appeal token'))
      .replace(/(?<=[?&]token=(3D)?)[\w.-]+/g, named('token'))
      .replace(/\b([A-Z2-7]{32}|([A-Z2-7]{4}-){3}[A-Z2-7]{4})\b/g, named('secret'))
      .replace(/(?<=^|\/sessions\/)(?=.*[A-Z])(?=.*[a-z])[\w-]{22}$/, named('token'))
      .replace(/^\d{6}$/, '<code>')
      .replace(/\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?Z/g, (found) => this.#time(found, '<time>'))
      .replace(/\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (GMT|\+0000)/g, '<http time>')
      .replace(/\b\d{1,2} [A-Z][a-z]+ 20\d\d( at \d\d:\d\d)?/g, '<date>')
      .replace(/\b\d{4}-\d\d-\d\d\b/g, (found) => this.#time(found, '<day>'))
      .replace(/\b[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, named('uuid'))
      .replace(/\b[0-9a-f]{8}\.(?=\d{20}\b)/g, '<history>.')
      .replace(/\b\d{20}\b/g, (found) => (/^(0{19}[01]|9+)$/.test(found) ? found : this.#named('position', found)))
      .replace(/\b\d{9,16}\b/g, (found) => (isId(found) ? this.#named('id', found) : found))
      .replace(/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d|[\w-]{40})[\w-]{20,}={0,2}/g, named('token'));
  }

  /** Only values of the run: those that a call sent itself stay. @param {string} found @param {string} placeholder */
  #time(found, placeholder) {
    const time = Date.parse(decodeURIComponent(found));
    return Math.abs(time - this.#day.getTime()) < 40 * 86_400_000 ? placeholder : found;
  }

  /** @param {string} kind @param {string} found */
  #named(kind, found) {
    const known = this.#known.get(`${kind} ${found}`);
    if (known) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#known.set(`${kind} ${found}`, `<${kind} ${count}>`);
    return `<${kind} ${count}>`;
  }
}

/** Ids are random and therefore long; the id of nothing is short. @param {string} digits */
const isId = (digits) => digits.length >= 9 && /^\d+$/.test(digits) && !/^(9+|0+)$/.test(digits);
