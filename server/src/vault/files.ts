/** What the vault records about a file that somebody uploaded. Its bytes are in a `FileStore`. */
export interface OwnedFile {
  /** Made from owner and content, so that an owner has each content once. */
  id: string;
  /** The member; null: the installation. */
  ownerId: number | null;
  /** SHA-256 of the content in hex. */
  hash: string;
  contentType: string;
  /** When it was last uploaded. */
  savedAt: string;
  /** Random. The key of the bytes is made from it and the owner's key, so that they are unreadable without this record. */
  salt: Uint8Array;
}

/** The owner of the installation's files in stored records: ids of members begin at 1. */
export const installationId = 0;

/** The records of files. */
export interface FileCalls {
  /** @returns the stored record: the existing one, with the new `savedAt`, where there is one with this id */
  saveFile(file: OwnedFile): Promise<OwnedFile>;
  /** Ascending by id. */
  filesBy<Field extends 'id' | 'hash' | 'ownerId'>(field: Field, value: OwnedFile[Field]): Promise<OwnedFile[]>;
  /** Ascending by id, after an id ('' for the first). */
  files(afterId: string, limit: number): Promise<OwnedFile[]>;
  /** @returns false where it is missing or was saved again since it was read */
  removeFile(file: OwnedFile): Promise<boolean>;
  /** The store of bytes that needs nothing besides the vault. */
  readonly fileStore: FileStore;
}

/**
 * Where sealed bytes are stored. A name consists of letters, digits, `-` and one `/`, and its bytes never change.
 * Names are listed in the order of their characters, as object stores do.
 */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** A missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Names with a prefix, after a name ('' for the first). */
  list(prefix: string, after: string, limit: number): Promise<string[]>;
}
