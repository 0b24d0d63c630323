const bytesPerMegabyte = 1_000_000;

/** Uses the same units as the settings. */
function sizeOf(bytes: number): string {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes >= 1_000) return `${(megabytes / 1_000).toFixed(1)} GB`;
  return `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}

export const texts = {
  title: 'Pictures',
  body: 'Pictures that members uploaded for their posts.',
  size: sizeOf,
  space: (used: number, allowed: number) => `${sizeOf(used)} of ${sizeOf(allowed)} used`,
  settings: 'Change the space',
  topMembers: 'Largest members',
  member: 'Member',
  memberSpace: 'Space',
  newest: 'Newest pictures',
  none: 'Nobody has uploaded a picture yet.',
  more: 'More pictures',
  facts: (width: number, height: number, bytes: number) => `${width} × ${height} · ${sizeOf(bytes)}`,
  animated: 'animated',
  pictureOf: (name: string) => `Picture by ${name}`,
  noPreview: 'No post shows this picture.',
  remove: 'Remove',
  removeOf: (name: string, facts: string) => `Remove the picture by ${name}, ${facts}`,
  removal: {
    title: (name: string) => `Remove this picture by ${name}?`,
    body: 'This is final: the picture is deleted for everyone, including its uploader, who cannot upload it again. Posts that show it show its description instead.',
    failed: 'The picture could not be removed.',
    reasonHint: 'Shown in the audit.',
    done: 'Picture removed',
  },
} as const;
