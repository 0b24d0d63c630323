/** The bytes are in a `FileStore`. */
export interface OwnedFile {
  /** Derived from owner and content, so that each owner stores a content once. */
  id: string;
  /** Null for the installation. */
  ownerId: number | null;
  /** SHA-256 of the content in hex. */
  hash: string;
  contentType: string;
  /** When it was last uploaded. */
  savedAt: string;
  /** Random. The file's key is derived from it and the owner's key, so that the bytes are unreadable without this record. */
  salt: Uint8Array;
}

export interface FileCalls {
  /** Updates `savedAt` if the record exists. @returns the stored record */
  saveFile(file: OwnedFile): Promise<OwnedFile>;
  /** Ascending by id. */
  filesBy<Field extends 'id' | 'hash' | 'ownerId'>(field: Field, value: OwnedFile[Field]): Promise<OwnedFile[]>;
  /** Ascending by id; '' starts at the first. */
  files(afterId: string, limit: number): Promise<OwnedFile[]>;
  /** @returns false if the record is missing, or was saved again after it was read */
  removeFile(file: OwnedFile): Promise<boolean>;
  /** Stores the bytes in the vault itself. */
  readonly fileStore: FileStore;
}

/**
 * Stores sealed bytes, such as an object store. Names consist of letters, digits, `-` and one `/`; the bytes of a name
 * never change. Names are listed in code point order.
 */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Does nothing if the name is missing. */
  remove(name: string): Promise<void>;
  /** Continues after a name; '' starts at the first. */
  list(prefix: string, after: string, limit: number): Promise<string[]>;
}
