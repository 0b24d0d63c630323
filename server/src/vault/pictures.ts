/** A picture as it is served: written anew by us, so that its bytes are what its type says. */
export interface Picture {
  /** Of the bytes: SHA-256 in hex. */
  hash: string;
  contentType: string;
  bytes: Uint8Array;
  /** Whose picture it is, and goes with him; null for the site's. */
  ownerId: number | null;
  createdAt: string;
}

export type PictureKey = Pick<Picture, 'hash' | 'ownerId'>;

/** The vault's pictures. The same bytes of two owners are two pictures: each goes with its owner. */
export interface PictureCalls {
  /** The same picture of the same owner is replaced. */
  putPicture(picture: Picture): Promise<void>;
  /** Anybody's picture with these bytes. */
  picture(hash: string): Promise<Pick<Picture, 'contentType' | 'bytes'> | null>;
  /** A picture that does not exist is no error. */
  removePicture(key: PictureKey): Promise<void>;
  /** Pictures of members after a key (null for the first), by owner and hash. */
  ownedPictures(after: PictureKey | null, limit: number): Promise<(PictureKey & { createdAt: string })[]>;
}
