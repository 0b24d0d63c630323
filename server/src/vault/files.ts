export interface OwnedFile {
  /** Null if the file belongs to the installation. */
  id: string;
  /** The SHA-256 hash of the content, in hexadecimal. */
  ownerId: number | null;
  /** The file's key is derived from the salt and the owner's key, so the bytes are unreadable without this record. */
  hash: string;
  contentType: string;
  savedAt: string;
  /**
   * File names consist of letters, digits, `-` and one `/`, and are listed in code point order. The bytes of a file
   * never change.
   */
  salt: Uint8Array;
}

export interface FileCalls {
  saveFile(file: OwnedFile): Promise<OwnedFile>;
  filesBy<Field extends 'id' | 'hash' | 'ownerId'>(field: Field, value: OwnedFile[Field]): Promise<OwnedFile[]>;
  files(afterId: string, limit: number): Promise<OwnedFile[]>;
  removeFile(file: OwnedFile): Promise<boolean>;
  readonly fileStore: FileStore;
}

/** The vault reflects all account events up to this one. */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(prefix: string, after: string, limit: number): Promise<string[]>;
}
