/** Whether a host name or an address, with or without brackets, is of this machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/.test(bare);
}

/** Whether the site is for visitors on its own machine alone. */
export const isLocalSite = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname);
