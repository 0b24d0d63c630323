// @ts-check
import { appCode, emailOf, png } from '../world.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../valid-calls.mjs').ValidCalls} ValidCalls */

const another = { password: 'another good one', confirm_password: 'another good one' };

/** A new member whose two-step login is on. @param {World} world */
async function withTwoStep(world) {
  const { recorder } = world;
  const person = await world.member();
  const { password } = person;
  const { secret } = await recorder.prepare(person, 'post /two-step/setup', { body: { password } });
  const enabled = await recorder.prepare(person, 'post /two-step/enable', { body: { code: appCode(secret) } });
  return { as: person, password, code: enabled.recovery_codes[0] };
}

/** Calls about the own account: new members send them, because they change their sender. @type {ValidCalls} */
export const accountCalls = {
  'get /me': () => ({}),
  'post /register': (world) => {
    const username = world.newName();
    const password = 'a good password';
    return { body: { email: emailOf(username), username, password, confirm_password: password } };
  },
  'post /login': async (world) => {
    const as = await world.verified();
    return { as, body: { email_or_username: as.name, password: as.password } };
  },
  'post /logout': async (world) => ({ as: await world.member() }),
  'post /resend-verification': async (world) => {
    const as = await world.registered(world.newName(), 'somebody new');
    return { as, body: { email_or_username: as.name, password: as.password } };
  },
  // The cookie of the browser that registered is not recorded: both calls are refused.
  'post /registration/resend': () => ({}),
  'put /registration/email': (world) => ({ body: { email: emailOf(world.newName()) } }),
  'get /verify': async (world) => {
    const as = await world.registered(world.newName(), 'somebody new');
    return { as, query: await world.recorder.outbox.link(emailOf(as.name), '/verify') };
  },
  'post /password/forgot': async (world) => ({ body: { email_or_username: (await world.verified()).name } }),
  'post /password/reset': async (world) => {
    const as = await world.verified();
    await world.recorder.prepare(as, 'post /password/forgot', { body: { email_or_username: as.name } });
    const { user, token } = await world.recorder.outbox.link(emailOf(as.name), '/reset-password');
    return { as, body: { user: Number(user), token, ...another } };
  },
  'post /password/change': async (world) => {
    const as = await world.member();
    return { as, body: { current_password: as.password, ...another } };
  },
  'get /sessions': async (world) => ({ as: await world.member() }),
  'delete /sessions': async (world) => {
    const as = await world.member();
    await world.logIn({ ...as });
    return { as };
  },
  'delete /sessions/:id': async (world) => {
    const as = await world.member();
    await world.logIn({ ...as });
    const sessions = await world.recorder.prepare(as, 'get /sessions');
    return { as, id: sessions.find((/** @type {any} */ { current }) => !current).id };
  },
  'post /two-step/setup': async (world) => {
    const as = await world.member();
    return { as, body: { password: as.password } };
  },
  'post /two-step/enable': async (world) => {
    const as = await world.member();
    const body = { password: as.password };
    const { secret } = await world.recorder.prepare(as, 'post /two-step/setup', { body });
    return { as, body: { code: appCode(secret) } };
  },
  'post /two-step/disable': async (world) => {
    const { as, ...body } = await withTwoStep(world);
    return { as, body };
  },
  'post /two-step/recovery-codes': async (world) => {
    const { as, ...body } = await withTwoStep(world);
    return { as, body };
  },
  'delete /account': async (world) => {
    const { as, ...body } = await withTwoStep(world);
    return { as, body: { ...body, texts: 1 } };
  },
  'put /account/username': async (world) => {
    const as = await world.member();
    return { as, body: { password: as.password, username: world.newName() } };
  },
  'put /account/email': async (world) => {
    const as = await world.member();
    return { as, body: { password: as.password, email: emailOf(world.newName()) } };
  },
  'get /confirm-address': async (world) => {
    const as = await world.member();
    const email = emailOf(world.newName());
    await world.recorder.prepare(as, 'put /account/email', { body: { password: as.password, email } });
    return { as, query: await world.recorder.outbox.link(email, '/confirm-address') };
  },
  'get /account/export': () => ({}),
  'get /account/profile': () => ({}),
  'put /account/profile': () => ({ body: { title: 'Builder', bio: 'I build', links: [], hide_last_seen: false } }),
  'post /account/avatar': () => ({ file: { field: 'avatar', bytes: png } }),
  'delete /account/avatar': () => ({}),

  'put /notifications/read': () => ({
    body: {
      ...{ id: `${'0'.repeat(19)}1:1`, ids: [`${'0'.repeat(19)}1:1`], up_to: `${'0'.repeat(19)}1` },
      seen: [{ kind: 'post', id: 1 }],
    },
  }),
  'get /notifications': ({ after }) => ({ query: { limit: 10, after } }),
  'get /notifications/choices': () => ({}),
  'put /notifications/choices': () => ({
    body: { reply: true, mention: true, quote: true, wall: false, follow: true, moderation: true, report: true },
  }),
  'get /ignored': ({ after }) => ({ query: { limit: 10, after } }),
};
