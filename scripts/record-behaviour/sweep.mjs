// @ts-check
import { roles } from './recorder.mjs';
import { until } from './server.mjs';
import { validCalls } from './valid-calls.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./recorder.mjs').Carried} Carried
 */

/** @type {Record<string, string | number>} */
const unknown = {
  ...{ id: 999_999_999_999, username: 'Nobody_Here', kind: 'post', name: 'nothing', revision: 999_999 },
  ...{ act: '00000000-0000-4000-8000-000000000000', permission: 'edit_theme' },
};
const malformed = 'x y';
const harmless = new Set(['post /logout', 'post /login', 'post /password/forgot', 'post /resend-verification']);

/**
 * Every operation of the document, once by every role with valid content, then with each field and parameter spoilt,
 * then about a missing subject. The subject of a call is made again after each call that succeeded.
 * @param {World} world
 * @param {Record<string, Record<string, any>>} paths of the OpenAPI document
 */
export async function sweep(world, paths) {
  world.recorder.live.isPatient = false;
  for (const operation of world.recorder.operations) {
    const make = validCalls[operation];
    if (!make) continue;
    const about = new About(world, operation, make);
    await byEveryRole(about);
    await spoilt(about, documented(paths, operation));
    await ofNothing(about);
  }
  await unchanged(world);
  await atTheRoot(world);
}

/** The subject of the calls of one operation: made again after each call that consumed it. */
class About {
  /** @type {Carried} */
  last = {};
  #isThere = false;

  /** @param {World} world @param {string} operation @param {typeof validCalls[string]} make */
  constructor(world, operation, make) {
    this.world = world;
    this.operation = operation;
    this.make = make;
  }

  async carried() {
    if (!this.#isThere) this.last = await this.make(this.world);
    this.#isThere = true;
    return this.last;
  }

  /** @param {import('./recorder.mjs').Person} person @param {Carried} carried @param {string} note */
  async send(person, carried, note) {
    const { world, operation } = this;
    const { status } = await world.recorder.call(person, operation, carried, note);
    if (status >= 400 || operation.startsWith('get ')) return;
    if (operation.includes('/projections/')) await projectionsDone(world);
    // What a guest may send is accepted without an effect on the member that it was made for.
    if (!(this.last.as && !carried.as && harmless.has(operation))) this.#isThere = false;
  }
}

/** @param {About} about */
async function byEveryRole(about) {
  const { world, operation } = about;
  for (const role of roles) {
    const { as, ...rest } = await about.carried();
    if (operation === 'post /logout' && world.who(role).cookie) continue; // the session is needed
    await about.send(world.who(role), rest, 'valid');
  }
  const carried = await about.carried();
  if (carried.as) await about.send(carried.as, carried, 'valid');
}

/**
 * Each documented parameter of the query once with an invalid value; each field of the body once as a list, and once
 * omitted where it is required.
 * @param {About} about
 * @param {{ parameters: string[], required: string[] }} documented
 */
async function spoilt(about, { parameters, required }) {
  /** @param {string} what @param {(valid: Carried) => Carried} spoil */
  const send = async (what, spoil) => {
    const valid = await about.carried();
    await about.send(valid.as ?? about.world.who('Admin'), spoil(valid), `spoilt ${what}`);
  };
  for (const name of parameters) {
    await send(`?${name}`, (valid) => ({ ...valid, query: { ...valid.query, [name]: malformed } }));
  }
  for (const name of Object.keys(about.last.body ?? {})) {
    await send(`${name}: []`, (valid) => ({ ...valid, body: { ...valid.body, [name]: [] } }));
  }
  for (const name of required) {
    await send(`without ${name}`, (valid) => {
      const { [name]: _, ...rest } = valid.body ?? {};
      return { ...valid, body: rest };
    });
  }
  if (about.last.file) await send('without a file', ({ file: _, ...valid }) => ({ ...valid, body: {} }));
}

/** @param {About} about */
async function ofNothing({ world, operation, last }) {
  const named = [...operation.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (named.length === 0) return;
  const noIds = Object.fromEntries(named.map((name) => [name, malformed]));
  for (const role of ['guest', 'member', 'Admin']) {
    for (const [what, params] of Object.entries({ 'of nothing': unknown, 'of no id': noIds })) {
      const sent = { ...last, params, id: params['id'] ?? 0, as: undefined };
      await world.recorder.call(world.who(role), operation, sent, what);
    }
  }
}

/** Reads with the ETag of an earlier read. @param {World} world */
async function unchanged({ recorder, cast }) {
  for (const operation of ['get /forums/sections', 'get /forums/recent', 'get /site', 'get /forums/member-stats']) {
    for (const person of Object.values(cast)) {
      const { headers } = await recorder.call(person, operation, {}, 'read');
      const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
      await recorder.call(person, operation, { headers: known }, 'read again');
    }
  }
}

/** The addresses that calls share with pages. @param {World} world */
async function atTheRoot(world) {
  for (const operation of world.recorder.operations) {
    if (!operation.startsWith('get ') || operation.includes(':')) continue;
    for (const role of ['guest', 'Admin']) {
      await world.recorder.page(world.who(role), operation.slice(4), 'application/json', 'at the root');
    }
  }
}

/** Waits until the work that a call began is done. @param {World} world */
function projectionsDone(world) {
  return until('the projections are done', async () => {
    const headers = { accept: 'application/json', cookie: world.who('Admin').cookie };
    const response = await fetch(`${world.recorder.url}/api/admin/projections`, { headers });
    return (await response.json()).work === null;
  });
}

/**
 * The names of an operation's query, and of the fields that its body must have.
 * @param {Record<string, Record<string, any>>} paths
 * @param {string} operation
 * @returns {{ parameters: string[], required: string[] }}
 */
function documented(paths, operation) {
  const [method = '', path = ''] = operation.split(' ');
  const { parameters = [], requestBody } = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method] ?? {};
  return {
    parameters: parameters.flatMap((/** @type {any} */ it) => (it.in === 'query' ? [it.name] : [])),
    required: requestBody?.content['application/json']?.schema.required ?? [],
  };
}
