const bytesPerMegabyte = 1_000_000;

/** Uses the same units as the settings. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes >= 1_000) return `${(megabytes / 1_000).toFixed(1)} GB`;
  if (megabytes < 0.1) return `${Math.ceil(bytes / 1_000)} KB`;
  return `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}
