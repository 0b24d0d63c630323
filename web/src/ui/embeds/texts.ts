import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
export const texts = {
  videoSite: 'YouTube',
  from: (text: string, site: string) => `${text} from ${site}`,
  video: { load: 'Load video', hide: 'Hide video', title: 'YouTube video' },
  image: {
    load: 'Load image',
    hide: 'Hide image',
    alt: (host: string) => `Image from ${host}`,
    failed: 'The image could not be loaded.',
  },
  replyIn: (title: string) => `${isolateRightToLeft(title)} (reply)`,
  copyCode: 'Copy code',
  copyCodeShort: 'Copy',
  codeCopied: 'The code was copied.',
  codeNotCopied: 'The code could not be copied.',
} as const;
