import { badTexts, badValues, brokenPieces } from './bad-values.js';
import { type SentRequest } from '../site/exchange.js';
import { buildMultipartBody, multipartHeaders } from '../site/multipart.js';
import { buildPath, type CallInput } from './valid-calls/valid-call.js';

export interface ValidRequest extends CallInput {
  method: string;
  path: string;
  headers: Record<string, string>;
}

export interface Mutation {
  name: string;
  spoil: (valid: ValidRequest) => SentRequest;
  /** True if every call must refuse the mutation. */
  mustBeRefused?: true;
}

export function toSent(valid: ValidRequest): SentRequest {
  const { method, path, headers, body, file } = valid;
  const sent = { method, path: `/api${buildPath(path, valid)}`, headers };
  if (file) return { ...sent, headers: { ...multipartHeaders, ...headers }, body: buildMultipartBody(file) };
  if (!body) return sent;
  return { ...sent, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Sets every field, at any depth, to each bad value once, and adds unknown fields. */
export function listBodyMutations({ body }: CallInput): Mutation[] {
  if (!body) return [];
  const changedFields = listFieldPaths(body).flatMap((field) =>
    Object.entries(badValues).map(([name, value]) => ({
      name: `${field.join('.')}: ${name}`,
      spoil: (valid: ValidRequest) => toSent({ ...valid, body: withField(valid.body, field, value) }),
    })),
  );
  const buildRaw = (valid: ValidRequest, more: string): SentRequest => ({
    ...toSent(valid),
    body: JSON.stringify(valid.body).replace(/^\{/, `{${more},`),
  });
  const addedFields = [
    '"__proto__":{"is_admin":true}',
    '"constructor":5',
    '"id":1',
    '"user_id":{"a":1}',
    '"":null',
  ].map((more) => ({ name: `also ${more}`, spoil: (valid: ValidRequest) => buildRaw(valid, more) }));
  return [...changedFields, ...addedFields];
}

export function queryMutations({ query = {} }: CallInput): Mutation[] {
  const with_ = (valid: ValidRequest, name: string, pieces: readonly string[]): SentRequest => {
    const rest = new URLSearchParams(valid.query);
    rest.delete(name);
    return {
      ...toSent(valid),
      path: `/api${buildPath(valid.path, { ...valid, query: {} })}?${[rest, ...pieces].join('&')}`,
    };
  };
  return Object.keys(query).flatMap((name) => {
    // A call that waits longer than the test would count as one without a response.
    const texts = name === 'wait' ? badTexts.filter((text) => text !== '0x10') : badTexts;
    const values = [...texts.map(encodeURIComponent), ...brokenPieces].map((value) => [`${name}=${value}`]);
    const forms = [[], [name], [`${name}=1`, `${name}=2`], [`${name}[]=1`], [`${name}[a][b]=1`], [`${name}.a=1`]];
    return [...values, ...forms].map((pieces) => ({
      name: `?${pieces.join('&').slice(0, 40) || `without ${name}`}`,
      spoil: (valid: ValidRequest) => with_(valid, name, pieces),
    }));
  });
}

export function listPathMutations({ path }: ValidRequest): Mutation[] {
  const pieces = [...badTexts.map(encodeURIComponent), ...brokenPieces, '123456789', '1/2', '1?', '1%2F2'];
  return [...path.matchAll(/:\w+/g)].flatMap(([name]) =>
    pieces.map((piece) => ({
      name: `${name} as /${piece.slice(0, 40)}`,
      spoil: (valid: ValidRequest) => {
        const rest = buildPath(path.replace(name, '@'), valid);
        return { ...toSent(valid), path: `/api${rest.replace('@', piece)}` };
      },
    })),
  );
}

const tenMegabytes = 10 * 2 ** 20;

/** Bodies that are not JSON or do not match their headers. `reads` is true if the call reads a body. */
export function listWholeBodyMutations(reads: boolean): Mutation[] {
  const buildJson = (name: string, body: string | Buffer, headers: Record<string, string> = {}): Mutation => ({
    name,
    spoil: (valid) => ({
      ...toSent(valid),
      headers: { 'content-type': 'application/json', ...valid.headers, ...headers },
      body,
    }),
  });
  const broken = ['{', '{"a":', '"x"', '5', 'true', "{'a':1}", '{"a":1}}', '\ufeff{', '\0', '{"a":01}'];
  const refusedBodies = [
    ...broken.map((text) => buildJson(`broken JSON ${JSON.stringify(text)}`, text)),
    buildJson('bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x80])),
    buildJson('10 MB of letters', JSON.stringify({ content: 'x'.repeat(tenMegabytes) })),
    buildJson('10 MB of brackets', '['.repeat(tenMegabytes)),
    buildJson('10 MB of numbers', `[${'1,'.repeat(tenMegabytes / 2)}1]`),
    buildJson('an unknown charset', '{}', { 'content-type': 'application/json; charset=klingon' }),
    buildJson('an unknown encoding', '{}', { 'content-encoding': 'rot13' }),
    buildJson('an encoding that it is not', '{}', { 'content-encoding': 'gzip' }),
  ].map((mutation): Mutation => ({ ...mutation, ...(reads && refusal) }));
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
    '/',
  ];
  const mistypedBodies = types.map((type) => buildJson(`as ${type}`, '{"a":1}', { 'content-type': type }));
  const unread = [buildJson('an empty list', '[]'), buildJson('an empty body', ''), buildJson('a list', '[{"a":1}]')];
  return [...refusedBodies, ...mistypedBodies, ...unread].map((mutation) => ({
    ...mutation,
    ...(reads && isEmptyList(mutation) && refusal),
  }));
}

const refusal = { mustBeRefused: true } as const;
const isEmptyList = ({ name }: Mutation): boolean => name === 'a list' || name === 'an empty list';

/** Returns the path of every field. Lists contribute only their first row. */
function listFieldPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [[0, value[0]]] : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...path, key], ...listFieldPaths(inner, [...path, key])]);
}

function withField(body: unknown, field: readonly (string | number)[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  let owner = copy;
  for (const key of field.slice(0, -1)) owner = owner[key] as Record<string, unknown>;
  owner[field.at(-1) ?? ''] = value; // JSON omits undefined in objects and writes null in lists.
  return copy;
}
