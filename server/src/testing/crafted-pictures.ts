import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Creates a PNG whose header declares more pixels than it contains. */
export function buildPngBomb(width: number, height: number): Buffer {
  return buildPng(width, height, [['IDAT', deflateSync(Buffer.alloc(1_000_000))]]);
}

/** Creates an animated PNG of one pixel, whose number of frames follows a colour profile. */
export function buildAnimatedPng(frames: number, profileBytes = 3_000): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  return buildPng(1, 1, [
    ['iCCP', Buffer.alloc(profileBytes)],
    ['acTL', control],
    ['IDAT', deflateSync(Buffer.alloc(4))],
  ]);
}

/** Creates a PNG with a text chunk that inflates to many times its size. */
export function createTextBomb(inflatedBytes: number): Buffer {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(inflatedBytes))]);
  return buildPng(1, 1, [
    ['zTXt', text],
    ['IDAT', deflateSync(Buffer.alloc(4))],
  ]);
}

/** Creates a GIF with many frames of one pixel. */
export function createGif(frames: number, width = 1, height = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** Creates PNGs of random pixels in eight colours, which compress poorly. Each shade makes a different picture. */
export function createNoisyPngs(width: number, height: number): (shade: number) => Buffer {
  const rowBytes = 1 + width / 2;
  const pixels = randomFillSync(Buffer.alloc(rowBytes * height)).map((pair, n) =>
    n % rowBytes === 0 ? 0 : pair & 0x77,
  );
  const data = deflateSync(pixels, { level: 1 });
  return (shade) => {
    const palette = Buffer.from(Array.from({ length: 8 }, (_, n) => [n * 32, shade % 256, shade >> 8]).flat());
    return buildPng(
      width,
      height,
      [
        ['PLTE', palette],
        ['IDAT', data],
      ],
      [4, 3],
    );
  };
}

type Chunks = readonly (readonly [type: string, data: Buffer])[];

function buildPng(
  width: number,
  height: number,
  chunks: Chunks,
  [bitDepth, colourType]: readonly [number, number] = [8, 2],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bitDepth, colourType, 0, 0, 0], 8);
  const parts = [['IHDR', head] as const, ...chunks, ['IEND', Buffer.alloc(0)] as const];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...parts.map(([type, data]) => buildChunk(type, data)),
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const lengthAndCrc = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  lengthAndCrc[0].writeUInt32BE(data.length);
  lengthAndCrc[1].writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([lengthAndCrc[0], typeAndData, lengthAndCrc[1]]);
}
