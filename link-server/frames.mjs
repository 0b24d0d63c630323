// @ts-check

/** The longest frame that a login needs is the encryption response of Minecraft 1.19, with fewer than 700 bytes. */
export const maxFrameBytes = 2_048;
const maxVarIntBytes = 5;

/** Thrown if a client violates the protocol or this server's limits. */
export class BadFrame extends Error {}

/** Reads a packet's fields in order. Bytes that remain are ignored because newer versions append fields. */
export class PacketReader {
  #at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  /** @param {number} count */
  take(count) {
    const end = this.#at + count;
    if (count < 0 || end > this.bytes.length) throw new BadFrame('a field exceeds its packet');
    const bytes = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  varInt() {
    const read = readVarInt(this.bytes.subarray(this.#at));
    if (!read) throw new BadFrame('a number exceeds its packet');
    this.#at += read.size;
    return read.value;
  }

  boolean() {
    return this.take(1)[0] !== 0;
  }

  byteArray() {
    return this.take(this.varInt());
  }

  string() {
    return this.byteArray().toString('utf8');
  }
}

/**
 * Returns null if the number is incomplete.
 * @param {Buffer} bytes
 */
function readVarInt(bytes) {
  let value = 0;
  for (let size = 1; size <= Math.min(maxVarIntBytes, bytes.length); size++) {
    const byte = bytes.readUInt8(size - 1);
    value |= (byte & 0x7f) << (7 * (size - 1));
    if (byte < 0x80) return { value, size };
  }
  if (bytes.length >= maxVarIntBytes) throw new BadFrame('a number is too long');
  return null;
}

/** @param {number} number */
export function varInt(number) {
  const bytes = [];
  let rest = number >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** @param {Buffer | string} content */
export function byteArray(content) {
  const bytes = Buffer.from(content);
  return Buffer.concat([varInt(bytes.length), bytes]);
}

/**
 * @param {number} id
 * @param {...Buffer} fields
 */
export const frame = (id, ...fields) => byteArray(Buffer.concat([varInt(id), ...fields]));

/**
 * Yields the packets of a connection. Holds at most one incomplete frame, and reads no further until its packet is
 * requested.
 * @param {AsyncIterable<Buffer>} chunks
 */
export async function* readPackets(chunks) {
  let pending = Buffer.alloc(0);
  for await (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const length = readVarInt(pending);
      if (!length) break;
      if (length.value < 1 || length.value > maxFrameBytes) throw new BadFrame('a frame has a wrong length');
      const end = length.size + length.value;
      if (pending.length < end) break;
      const reader = new PacketReader(pending.subarray(length.size, end));
      pending = pending.subarray(end);
      yield { id: reader.varInt(), reader };
    }
  }
}
