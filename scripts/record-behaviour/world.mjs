// @ts-check
import { createHmac } from 'node:crypto';

/**
 * @typedef {import('./recorder.mjs').Person} Person
 * @typedef {import('./recorder.mjs').Recorder} Recorder
 */

/** 40 by 30 pixels in one colour. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeAQMAAABkE86eAAAAA1BMVEXIWihNJ+cGAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGHoAAAC0AAHaT6JWAAAAAElFTkSuQmCC',
  'base64',
);

/** Makes the subjects of calls: members, places, texts. Everything that it sends is recorded too. */
export class World {
  /** One of each role. @type {Record<string, Person>} */
  cast = {};
  section = 0;
  setUpToken = '';
  #made = 0;

  /** @param {Recorder} recorder */
  constructor(recorder) {
    this.recorder = recorder;
  }

  /** The position that every read takes. */
  get after() {
    return this.recorder.position;
  }

  /** @param {string} role */
  who(role) {
    const person = this.cast[role];
    if (!person) throw new Error(`Nobody is ${role} yet`);
    return person;
  }

  /** An unused name. */
  newName() {
    return `Thing${String(++this.#made).padStart(4, '0')}`;
  }

  /**
   * A person with an account who has not followed the link of the mail.
   * @param {string} name
   * @param {string} role
   * @returns {Promise<Person>}
   */
  async registered(name, role) {
    const person = { role, name, password: `password of ${name}`, cookie: '', id: 0 };
    const { password } = person;
    const body = { email: emailOf(name), username: name, password, confirm_password: password };
    await this.recorder.prepare(person, 'post /register', { body });
    return person;
  }

  /**
   * A member who has followed the link and is not logged in.
   * @param {string} [name]
   * @param {string} [role]
   */
  async verified(name = this.newName(), role = 'somebody new') {
    const person = await this.registered(name, role);
    const query = await this.recorder.outbox.link(emailOf(name), '/verify');
    await this.recorder.prepare(person, 'get /verify', { query });
    person.id = Number(query['user']);
    return person;
  }

  /**
   * A logged-in member.
   * @param {string} [name]
   * @param {string} [role]
   */
  async member(name, role) {
    return this.logIn(await this.verified(name, role));
  }

  /** @param {Person} person */
  async logIn(person) {
    const body = { email_or_username: person.name, password: person.password };
    const answer = await this.recorder.call(person, 'post /login', { body }, 'prepare');
    person.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return person;
  }

  /**
   * Sends a call that creates an aggregate.
   * @param {string} role
   * @param {string} operation
   * @param {import('./recorder.mjs').Carried} [carried]
   * @returns {Promise<number>} its id
   */
  async made(role, operation, carried) {
    return (await this.recorder.prepare(this.who(role), operation, carried)).id;
  }

  /** @param {object} [more] */
  newSection(more = {}) {
    return this.made('Admin', 'post /forums/sections', { body: { name: this.newName(), ...more } });
  }

  newSubsection(section_id = this.section) {
    return this.made('Admin', 'post /forums/subsections', { body: { section_id, name: this.newName() } });
  }

  /** Offers prefixes in a section. @param {number} section_id @param {{ label: string, color: string }[]} prefixes */
  async offer(section_id, prefixes) {
    const [Admin, carried] = [this.who('Admin'), { id: section_id, body: { prefixes } }];
    await this.recorder.call(Admin, 'put /forums/sections/:id/prefixes', carried);
    /** @type {{ id: number, prefixes?: { id: number }[] }[]} */
    const sections = await this.recorder.prepare(Admin, 'get /forums/sections', { query: { after: this.after } });
    return sections.find(({ id }) => id === section_id)?.prefixes?.map(({ id }) => id) ?? [];
  }

  /** @param {string} [role] @param {object} [more] */
  newThread(role = 'member', more = {}) {
    const body = { section_id: this.section, title: 'A title', content: 'What it says', ...more };
    return this.made(role, 'post /forums/threads', { body });
  }

  /** @param {number} thread_id @param {string} [role] @param {string} [content] */
  newReply(thread_id, role = 'member', content = 'A reply') {
    return this.made(role, 'post /forums/posts', { body: { thread_id, content } });
  }

  /** A reply in a thread of its own. */
  async someReply() {
    return this.newReply(await this.newThread());
  }

  /** Lets only Admins see a section. @param {number} section_id */
  async hide(section_id) {
    const rest = { can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
    const body = { section_id, subsection_id: null, entries: [{ role_id: 2, can_view: 0, ...rest }] };
    await this.recorder.prepare(this.who('Admin'), 'put /forums/permissions', { body });
  }

  /** @param {string} [key] that it has */
  async newRole(key) {
    const id = await this.made('Admin', 'post /admin/roles', { body: { name: this.newName() } });
    const body = { permission: key };
    if (key) await this.recorder.prepare(this.who('Admin'), 'post /admin/roles/:id/permissions', { id, body });
    return id;
  }
}

/** @param {string} name */
export const emailOf = (name) => `${name.toLowerCase()}@example.org`;

/** The code that an authenticator app shows for a secret in base32. @param {string} secret @param {number} [steps] */
export function appCode(secret, steps = 0) {
  const bits = [...secret.replace(/=+$/, '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const key = Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
