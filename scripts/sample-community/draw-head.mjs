// @ts-check
import { crc32, deflateSync } from 'node:zlib';

/** @typedef {{ skin: string, hair: string, eyes: string, background: string, style: keyof typeof styles }} Head */

const gridSize = 10;
const cellPixels = 24;
const sidePixels = gridSize * cellPixels;

/**
 * `.` is background, `h` hair, `s` skin, `w` the white of the eyes, `e` the iris, `m` mouth, and `c` clothes.
 */
const styles = {
  long: [
    '..........',
    '..hhhhhh..',
    '.hhhhhhhh.',
    '.hhhsssss.',
    '.hssssssh.',
    '.hwessweh.',
    '.hssssssh.',
    '.hssmmssh.',
    '.hssssssh.',
    '.hcccccch.',
  ],
  short: [
    '..........',
    '..hhhhhh..',
    '.hhhhhhhh.',
    '.hhhhhsss.',
    '.hsssssss.',
    '.swesswes.',
    '.ssssssss.',
    '.sssmmmss.',
    '.ssssssss.',
    '..cccccc..',
  ],
};

/**
 * Draws a member's picture: a head made of squares, like a Minecraft player's.
 * @param {Head} head
 * @returns {Buffer} PNG file
 */
export function drawHead({ skin, hair, eyes, background, style }) {
  /** @type {Record<string, string>} */
  const colors = { '.': background, h: hair, s: skin, w: '#f4f1ec', e: eyes, m: '#9c5b4b', c: '#2f3e4e' };
  const rows = styles[style].map((row) => {
    const pixels = [...row].flatMap((cell) => Array(cellPixels).fill(toBytes(colors[cell] ?? background)));
    // Each line begins with its filter type. 0 means none.
    const line = Buffer.concat([Buffer.of(0), ...pixels]);
    return Buffer.concat(Array(cellPixels).fill(line));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  // The image has eight bits each for red, green and blue, and is not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(Buffer.concat(rows))),
    buildChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** @param {string} color */
const toBytes = (color) => Buffer.from(color.slice(1), 'hex');

/**
 * @param {string} type
 * @param {Buffer} data
 */
function buildChunk(type, data) {
  const content = Buffer.concat([Buffer.from(type), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), content, lengthAndChecksum.subarray(4)]);
}
