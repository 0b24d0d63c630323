// @ts-check
import { Live } from './live.mjs';
import { origin } from './server.mjs';

/**
 * @typedef {{ role: string, name: string, password: string, cookie: string, id: number }} Person
 * @typedef {object} Carried The content of a call.
 * @property {number | string} [id] of the `:id` in the path
 * @property {Record<string, string | number>} [params] of the other names in the path
 * @property {Record<string, string | number>} [query]
 * @property {Record<string, unknown>} [body]
 * @property {{ field: string, bytes: Uint8Array }} [file]
 * @property {Record<string, string>} [headers]
 * @property {Person} [as] the sender, where one was made for the call
 *
 * @typedef {object} Entry One recorded call or page; its label is unique.
 * @property {string} label
 * @property {unknown} [request]
 * @property {number} [status]
 * @property {Record<string, unknown>} [headers]
 * @property {unknown} [body]
 * @property {unknown} [live]
 *
 * @typedef {{ status: number, json: any, text: string, headers: Headers }} Answer
 */

export const roles = ['guest', 'unverified', 'banned', 'other', 'member', 'moderator', 'Admin'];
/** Headers that carry no information, or depend on the length of a token. */
const unrecorded = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** Sends calls to a server and records the responses, with the messages that open pages receive. */
export class Recorder {
  /** @type {Entry[]} */
  entries = [];
  /** Operations of the document that have not been called yet. @type {Set<string>} */
  uncalled = new Set();
  /** Values that only this run has. @type {string[]} */
  secrets = [];
  /** The position of the last write. */
  position = '';
  #settledAt = '';
  /** @type {Map<string, number>} */
  #labels = new Map();
  #sent = 0;

  /**
   * @param {import('./server.mjs').Server} server
   * @param {Record<string, Record<string, unknown>>} paths of the OpenAPI document
   */
  constructor({ url, outbox }, paths) {
    this.url = url;
    this.outbox = outbox;
    this.live = new Live(url);
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    this.uncalled = new Set(this.operations);
  }

  /**
   * Sends a call of the API and records it, with its live messages when it is `settled`.
   * @param {Person} person
   * @param {string} operation as `get /me`
   * @param {Carried} [carried]
   * @param {string} [note]
   */
  async call(person, operation, carried = {}, note = 'story') {
    const answer = await this.#record(person, operation, carried, note);
    await this.settle();
    return answer;
  }

  /**
   * As `call`, for a call that must succeed; its live messages are recorded with the next call.
   * @param {Person} person
   * @param {string} operation
   * @param {Carried} [carried]
   */
  async prepare(person, operation, carried = {}) {
    const answer = await this.#record(person, operation, carried, 'prepare');
    if (answer.status >= 400) throw new Error(`${operation} by ${person.role}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  /** As `prepare`, with the live messages. @type {Recorder['prepare']} */
  async done(person, operation, carried = {}) {
    const made = await this.prepare(person, operation, carried);
    await this.settle();
    return made;
  }

  /**
   * A page or file outside the API.
   * @param {Person} person
   * @param {string} path
   * @param {string} [accept]
   * @param {string} [note]
   */
  async page(person, path, accept = 'text/html', note = 'page') {
    const sent = { method: 'GET', path, headers: { accept }, cookie: person.cookie };
    const answer = await this.#exchange(sent);
    this.add(`${note} | ${path} | ${person.role}`, { ...outcomeOf(answer) });
    return answer;
  }

  /** Adds the live messages since the last time to the last entry. */
  async settle() {
    if (this.position === this.#settledAt) return;
    const from = this.#settledAt;
    this.#settledAt = this.position;
    if (from === '') return;
    const messages = await this.live.settle(from, this.position);
    const last = this.entries.at(-1);
    if (last && Object.keys(messages).length > 0) last.live = messages;
  }

  /**
   * Joins topics in every role.
   * @param {...string} topics
   */
  async hear(...topics) {
    await this.settle();
    this.add(`live | join ${topics.map((topic) => topic.split(':')[0]).join(', ')}`, {
      body: { topics, told: await this.live.join(topics, this.position) },
    });
  }

  /**
   * @param {string} label
   * @param {Omit<Entry, 'label'>} entry
   */
  add(label, entry) {
    const count = (this.#labels.get(label) ?? 0) + 1;
    this.#labels.set(label, count);
    if (this.entries.length % 250 === 249) console.error(`${this.entries.length + 1} recorded: ${label}`);
    this.entries.push({ label: count > 1 ? `${label} (${count})` : label, ...entry });
  }

  /**
   * @param {Person} person
   * @param {string} operation
   * @param {Carried} carried
   * @param {string} note
   */
  async #record(person, operation, carried, note) {
    const [method = '', path = ''] = operation.split(' ');
    this.uncalled.delete(operation);
    const sender = carried.as ?? person;
    const sent = sentOf(method.toUpperCase(), path, carried);
    const key = { 'idempotency-key': `recorded ${++this.#sent}` };
    const headers = { accept: 'application/json', ...(method !== 'get' && { origin, ...key }), ...sent.headers };
    const answer = await this.#exchange({ ...sent, headers, cookie: sender.cookie });
    const position = answer.headers.get('guildhall-position');
    if (method !== 'get' && answer.status < 400 && position && position > this.position) this.position = position;
    const { body, file } = carried;
    const what = body ?? (file ? `${file.field}: ${file.bytes.length} bytes` : undefined);
    const request = { path: sent.path, ...(what !== undefined && { body: what }) };
    this.add(`${note} | ${operation} | ${sender.role}`, { request, ...outcomeOf(answer) });
    return answer;
  }

  /**
   * @param {{ method: string, path: string, headers: Record<string, string>, body?: any, cookie: string }} sent
   * @returns {Promise<Answer>}
   */
  async #exchange({ method, path, headers, body, cookie }) {
    const all = { ...headers, ...(cookie && { cookie }) };
    const response = await fetch(this.url + path, { method, redirect: 'manual', headers: all, body });
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Carried} carried
 */
function sentOf(method, path, { id, params, query = {}, body, file, headers = {} }) {
  /** @type {Record<string, unknown>} */
  const values = { id, ...params };
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const named = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
  const sent = { method, path: `/api${named}${search && `?${search}`}` };
  if (file) {
    const form = new FormData();
    form.set(file.field, new Blob([new Uint8Array(file.bytes)], { type: 'image/png' }), 'picture.png');
    return { ...sent, headers, body: form };
  }
  if (!body) return { ...sent, headers };
  return { ...sent, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** @param {Answer} answer */
function outcomeOf({ status, headers, text, json }) {
  const kept = [...headers].flatMap(([name, value]) => {
    if (unrecorded.has(name) || name === 'set-cookie') return [];
    return [[name, name === 'etag' ? value.replace(/"[^"]+"/, '<etag>') : value]];
  });
  const cookies = headers.getSetCookie();
  const all = { ...Object.fromEntries(kept), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
  return { status, headers: all, body: json ?? text };
}

/** Pictures by their first bytes only: their size carries no information. @param {Response} response */
async function textOf(response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  return /^image\/(?!svg)|^font|zip/.test(response.headers.get('content-type') ?? '')
    ? `${bytes.length} bytes`
    : bytes.toString('utf8');
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
