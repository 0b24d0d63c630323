// @ts-check

export const texts = {
  description: 'Join to link your Minecraft account',
  /** @param {string} code @param {string} address */
  code: (code, address) => `Your code is ${code}\n\nEnter it within ten minutes at\n${address}`,
  /** @param {string} username */
  linked: (username) => `This Minecraft account is linked to ${username}.`,
  oldVersion: 'Join with Minecraft 1.8 or later.',
  notAuthenticated: 'Minecraft could not confirm your account. Restart the game and try again.',
  authenticationUnavailable: "Minecraft's login servers are not responding. Please try again in a moment.",
  siteUnavailable: 'The site is not responding. Please try again in a moment.',
  tooMany: 'Too many attempts. Please wait a minute.',
};
