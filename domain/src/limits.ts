export const limits = {
  username: { min: 3, max: 16 },
  password: { min: 8, max: 128 },
  email: { max: 254 },
  title: { min: 3, max: 120 },
  content: { max: 20_000 },
  /** The maximum number of pictures in one post. */
  pictures: 10,
  /** `storedBytes` is below MongoDB's 16 MB limit for a document. */
  picture: { bytes: 25 * 2 ** 20, storedBytes: 15_000_000, pixels: 50_000_000, frames: 500 },
  upload: { memberMb: 100_000, siteMb: 10_000_000, perMinute: 1_000 },
  /** Per member. */
  gameAccounts: 20,
  memberTitle: { max: 40 },
  bio: { max: 500 },
  profileLinks: 5,
  profileLink: { label: 40, url: 300 },
  sectionName: { max: 40 },
  description: { max: 500 },
  rules: { max: 600 },
  prefixLabel: { max: 30 },
  prefixes: 20,
  reason: { max: 500 },
  bookmarks: 1_000,
  bookmarkNote: { max: 500 },
  roleName: { max: 40 },
  themeName: { max: 40 },
  css: { max: 20_000 },
  siteName: { max: 60 },
  about: { max: 2_000 },
  frontTitle: { max: 120 },
  frontText: { max: 300 },
  address: { max: 500 },
  banners: 10,
  banner: { title: 120, text: 500 },
  statusModes: 10,
  modeName: { max: 40 },
  /** Every response lists these host names in a header. */
  imageHosts: 20,
  host: { max: 253 },
  points: 2_000,
  bulk: 100,
  preview: 170,
  /** Longer lists are paged. */
  listRows: 1_000,
  /** The approximate size of a page in JSON. A larger row gets a page of its own. */
  listBytes: 1_000_000,
  idempotencyKey: { max: 200 },
  userAgent: 200,
  /** Per member. */
  devices: 10,
  deviceEndpoint: 1_000,
} as const;

export const usernamePattern = /^[A-Za-z0-9_]{3,16}$/;
/** A host name as `URL` writes it: in lower case, without a port, and not an IP address. */
export const hostPattern = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;
/** A mode's name is part of its URL. */
export const modePattern = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u;
