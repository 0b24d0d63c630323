export function isLoopback(host: string): boolean {
  const hostname = host.replace(/^\[|\]$/g, '').toLowerCase();
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/.test(hostname);
}

export const isLocalSite = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname);
