/** A picture as it is served: re-encoded by the server, so that its bytes match its type. */
export interface Picture {
  /** Of the bytes: SHA-256 in hex. */
  hash: string;
  contentType: string;
  bytes: Uint8Array;
  /** The owner, with whom it is erased; null for the site's. */
  ownerId: number | null;
  createdAt: string;
}

export type PictureKey = Pick<Picture, 'hash' | 'ownerId'>;

/** The vault's pictures. The same bytes of two owners are two pictures: each is erased with its owner. */
export interface PictureCalls {
  /** The same picture of the same owner is replaced. */
  putPicture(picture: Picture): Promise<void>;
  /** Anybody's picture with these bytes. */
  picture(hash: string): Promise<Pick<Picture, 'contentType' | 'bytes'> | null>;
  /** A missing picture is not an error. */
  removePicture(key: PictureKey): Promise<void>;
  /** Pictures of members after a key (null for the first), by owner and hash. */
  ownedPictures(after: PictureKey | null, limit: number): Promise<(PictureKey & { createdAt: string })[]>;
}
