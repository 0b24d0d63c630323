/** A browser to which notifications are pushed. */
export interface PushDevice {
  /** The SHA-256 of the endpoint, in base64url. */
  id: string;
  userId: number;
  /** The device is removed when this session ends. */
  sessionId: string;
  endpoint: string;
  /** The browser's public key and secret, in base64url (RFC 8291). */
  p256dh: string;
  auth: string;
  userAgent: string;
  createdAt: string;
}

/** The keys that identify the site to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushDeviceCalls {
  /** Replaces the device with the same endpoint, even if it was another member's. */
  savePushDevice(device: PushDevice): Promise<void>;
  /** Returns the oldest devices first. */
  listPushDevices(userId: number): Promise<PushDevice[]>;
  hasPushDevices(): Promise<boolean>;
  /** Returns the subset of `userIds` that have a device. */
  findMembersWithDevices(userIds: readonly number[]): Promise<number[]>;
  removePushDevices(ids: readonly string[]): Promise<void>;
  /** @returns the stored keys, which are the new ones unless another server was first */
  storeVapidKeys(newKeys: VapidKeys): Promise<VapidKeys>;
}
