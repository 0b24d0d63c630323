/** A picture as served: re-encoded by the server, so that its bytes match its type. */
export interface Picture {
  /** SHA-256 of the bytes, in hex. */
  hash: string;
  contentType: string;
  bytes: Uint8Array;
  /** The owner, with whom it is erased; null for the site's pictures. */
  ownerId: number | null;
  createdAt: string;
}

export type PictureKey = Pick<Picture, 'hash' | 'ownerId'>;

/** The same bytes of two owners are two pictures: each is erased with its owner. */
export interface PictureCalls {
  /** Replaces the same picture of the same owner. */
  putPicture(picture: Picture): Promise<void>;
  /** Returns any owner's picture with these bytes. */
  picture(hash: string): Promise<Pick<Picture, 'contentType' | 'bytes'> | null>;
  /** A missing picture is not an error. */
  removePicture(key: PictureKey): Promise<void>;
  /** Returns pictures of members after a key (null for the first), by owner and hash. */
  ownedPictures(after: PictureKey | null, limit: number): Promise<(PictureKey & { createdAt: string })[]>;
}
