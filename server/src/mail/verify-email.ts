export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

/** The mail that asks a new member to confirm the address. */
export function verifyEmail(member: {
  username: string;
  siteName: string;
  link: string;
  expiresAt: string;
}): EmailText {
  const { username, siteName, link } = member;
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(member.expiresAt),
  );
  const welcome = `Welcome to ${siteName}! Please confirm that this e-mail address is yours:`;
  const closing = `The link works until ${until}. If you did not register at ${siteName}, ignore this e-mail: the account will be removed.`;
  return {
    subject: `Confirm your e-mail address for ${siteName}`,
    text: `Hello ${username},\n\n${welcome}\n\n${link}\n\n${closing}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">',
      `<p>Hello ${escaped(username)},</p><p>${escaped(welcome)}</p>`,
      `<p><a href="${escaped(link)}">Confirm my e-mail address</a></p>`,
      `<p>Or copy this address into your browser:<br>${escaped(link)}</p><p>${escaped(closing)}</p></body></html>\n`,
    ].join('\n'),
  };
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
