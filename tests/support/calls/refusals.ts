import { needsOf } from './needs.js';

type Refusal = readonly [status: number, code: string];
/** How the valid call is refused for a guest, for its subject's author (`member`), and for another member. */
type Refusals = Partial<Record<'guest' | 'member' | 'other', Refusal>>;

const notLoggedIn: Refusal = [401, 'must-be-logged-in'];
const loginFirst: Refusal = [401, 'login-first'];
const loginRequired: Refusal = [401, 'login-required'];
const forbidden: Refusal = [403, 'forbidden'];
const passwordWrong: Refusal = [403, 'password-wrong'];
const registrationOver: Refusal = [403, 'registration-over'];
const notFound: Refusal = [404, 'not-found'];
const hiddenRefusals: Refusals = { guest: notFound, other: notFound };

/** How these calls are refused does not follow from their permission alone. */
const exceptions: Readonly<Record<string, Refusals>> = {
  'post /registration/resend': { guest: registrationOver },
  'put /registration/email': { guest: registrationOver, member: registrationOver },
  'delete /sessions/:id': { guest: notLoggedIn, other: notFound },
  'delete /account': { guest: notLoggedIn, other: passwordWrong },
  'put /account/username': { guest: notLoggedIn, other: passwordWrong },
  'put /account/email': { guest: notLoggedIn, other: passwordWrong },
  'post /two-step/enable': { guest: notLoggedIn, other: [409, 'two-step-off'] },
  'post /two-step/disable': { guest: notLoggedIn, other: passwordWrong },
  'post /two-step/recovery-codes': { guest: notLoggedIn, other: passwordWrong },

  'get /forums/subsections/:id': hiddenRefusals,
  'get /forums/threads': hiddenRefusals,
  'get /forums/threads/:id': hiddenRefusals,
  'put /forums/threads/:id': { guest: notLoggedIn, other: forbidden },
  'put /forums/threads/:id/solution': { guest: notLoggedIn, other: forbidden },
  'delete /forums/threads/:id': { guest: notLoggedIn, other: forbidden },
  'post /forums/threads/:id/restore': { guest: notLoggedIn, member: notFound },
  'post /forums/threads/:id/move': { guest: notLoggedIn, member: forbidden },
  'get /forums/threads/:id/acts': hiddenRefusals,
  'get /forums/threads/:id/deleted': { guest: notLoggedIn, other: notFound },
  'get /forums/threads/:id/history': { guest: notLoggedIn, other: forbidden },
  'get /forums/deleted': { guest: loginFirst, member: forbidden },
  'get /forums/posts/:id': hiddenRefusals,
  'get /forums/posts/:id/replies': hiddenRefusals,
  'post /forums/posts': { guest: loginFirst },
  'put /forums/posts/:id': { guest: loginFirst, other: forbidden },
  'delete /forums/posts/:id': { guest: loginFirst, other: forbidden },
  'post /forums/posts/:id/restore': { guest: loginFirst, member: notFound },
  'get /forums/posts/:id/history': { guest: loginFirst, other: forbidden },
  'post /forums/preview': { guest: loginFirst },
  'put /forums/reactions': { guest: loginFirst },
  'get /forums/reactions/:id': { guest: loginFirst, other: notFound },
  'get /forums/reactions/:kind/:id/people': hiddenRefusals,
  'put /forums/watches': { guest: loginFirst },
  'get /forums/watches': { guest: loginFirst },
  'get /forums/watches/:id': { guest: loginFirst },

  'post /profile/:username/mute': { guest: loginRequired },
  'post /profile/:username/unmute': { guest: loginRequired },
  'post /profile/:username/ignore': { guest: loginRequired },
  'post /profile/:username/unignore': { guest: loginRequired },
  'post /profile/:username/follow': { guest: loginRequired },
  'post /profile/:username/unfollow': { guest: loginRequired },
  'post /profile/:username/posts': { guest: loginRequired },
  'post /profile/posts/:id/replies': { guest: loginRequired },
  'delete /profile/posts/:id': { guest: loginRequired, other: forbidden },
  'post /profile/posts/:id/restore': { guest: loginRequired, member: notFound },

  'post /admin/audit/:act/undo': { guest: notLoggedIn, other: notFound },
  'post /reports': { guest: notLoggedIn },
  'get /forums/themes': { guest: notFound, member: notFound },
};

/** Returns {} if everyone may send the valid call. */
export function findRefusals(name: string): Refusals {
  const requiredPermission = needsOf[name];
  const exception = exceptions[name];
  if (exception || requiredPermission === 'open') return exception ?? {};
  const isForMembers = typeof requiredPermission === 'string' && /^(login$|act )/.test(requiredPermission);
  return isForMembers ? { guest: notLoggedIn } : { guest: notLoggedIn, member: notFound };
}
