/** The refusals whose texts pages show before they ask the server: a page loads no others. The rest: `refusals.ts`. */
export const pageRefusals = {
  'too-large': [413, 'That is too large.'],
  'passwords-differ': [400, 'Passwords do not match!'],
  'picture-invalid': [400, 'Images only.'],
  'title-and-content': [400, 'Please enter a title and content!'],
  'must-be-logged-in': [401, 'You must be logged in!'],
  'threads-not-direct': [403, 'Threads are not allowed directly in this section.'],
  'profile-not-found': [404, 'Profile not found.'],
  'login-required': [401, 'Login required!'],
  'type-something': [400, 'Type something!'],
  'login-first': [401, 'Login first!'],
  'reply-empty': [400, 'Type your reply!'],
  'content-length': [400, 'A text can have at most 20,000 characters.'],
  'changed-since': [412, 'Someone changed this in the meantime.'],
} as const satisfies Record<string, readonly [number, string]>;
