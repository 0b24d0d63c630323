export interface PictureFacts {
  width: number;
  height: number;
  /** Size of the re-encoded picture, without the smaller sizes. */
  bytes: number;
  /** A WebP of at most 16 pixels a side, in base64. */
  placeholder: string;
  animated: boolean;
}

export interface OwnedFile {
  /** Derived from owner and content so that each owner stores the same content only once. */
  id: string;
  /** Null if the file belongs to the installation. */
  ownerId: number | null;
  /** The SHA-256 hash of the content, in hexadecimal. */
  hash: string;
  contentType: string;
  savedAt: string;
  /** The file's key is derived from the salt and the owner's key, so the bytes are unreadable without this record. */
  salt: Uint8Array;
  /** Present if the file is a picture that its owner can use in posts and other content. */
  picture?: PictureFacts;
  /** When content with the picture was last about to be saved. */
  claimedAt?: string;
  /** The space that all sizes of the picture take up. Set only for uploads. */
  storedBytes?: number;
  /** The size of the picture for lists. Older uploads have none. */
  tinyBytes?: number;
  /** Sorts uploads by their first upload. Uploading the same picture again does not change it. */
  order?: string;
  /** Identifies the call that first uploaded the picture. */
  commandId?: string;
}

/** A picture that its owner can use in posts and other content. */
export type Upload = OwnedFile & { ownerId: number } & Required<Pick<OwnedFile, 'picture' | 'storedBytes' | 'order'>>;

export interface StoredSpace {
  ownerId: number;
  bytes: number;
}

export interface FileCalls {
  saveFile(file: OwnedFile): Promise<OwnedFile>;
  findFilesBy<Field extends 'id' | 'hash' | 'ownerId' | 'commandId'>(
    field: Field,
    value: OwnedFile[Field],
  ): Promise<OwnedFile[]>;
  listFiles(afterId: string, limit: number): Promise<OwnedFile[]>;
  /** Records that content with the picture is about to be saved. Returns false if the picture has been removed. */
  claimFile(id: string, at: string): Promise<boolean>;
  /** Returns false if the file has been removed, or saved or claimed in the meantime. */
  removeFile(file: OwnedFile): Promise<boolean>;
  /** Returns uploads, newest first. A null owner means all members. */
  findPicturesBefore(ownerId: number | null, beforeOrder: string | null, limit: number): Promise<Upload[]>;
  /** Returns the space taken up by one member's pictures or, if `ownerId` is null, by each member's; largest first. */
  sumStoredSpace(ownerId: number | null): Promise<StoredSpace[]>;
  /** Idempotent. Removals by an Admin stay recorded because posts still contain the pictures. */
  recordRemovedUpload(id: string): Promise<void>;
  /** Returns the subset of `ids` that have a removal record. */
  findRemovedUploads(ids: readonly string[]): Promise<string[]>;
  readonly fileStore: FileStore;
}

/**
 * File names consist of letters, digits, `-` and one `/`, and are listed in code point order, at most 1,000 at a time.
 * A file's bytes never change.
 */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(prefix: string, after: string, limit: number): Promise<string[]>;
}
