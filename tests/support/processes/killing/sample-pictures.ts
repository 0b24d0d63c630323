import { createNoisyPngs } from '@guildhall/server/testing/crafted-pictures.js';
import { createNoisyJpeg } from '@guildhall/server/testing/picture-files.js';

/** Returns a different picture for each number below 1,024. */
export type Variants = (n: number) => Buffer;

/**
 * Of every twenty pictures, fourteen are about 3 MB, five are about 8 MB, and one has up to 25 MB and 50 megapixels.
 */
export async function samplePictures(): Promise<Variants> {
  const small = await createNoisyJpegs(4_000, 3_000, { quality: 78 });
  const medium = await createNoisyJpegs(6_000, 4_000, { quality: 84 });
  const large = [
    await createNoisyJpegs(8_600, 5_800, { quality: 84, progressive: true }),
    createNoisyPngs(8_192, 6_100),
    await createNoisyJpegs(8_600, 5_800, { quality: 88 }, 6),
  ] as const;
  return (n) => {
    const place = n % 20;
    if (place < 14) return small(n);
    return place < 19 ? medium(n) : (large[Math.floor(n / 20) % large.length] ?? small)(n);
  };
}

async function createNoisyJpegs(...picture: Parameters<typeof createNoisyJpeg>): Promise<Variants> {
  const jpeg = await createNoisyJpeg(...picture);
  return (n) => withQuantization(jpeg, n);
}

const quantizationMarker = Buffer.from([0xff, 0xdb]);
const [firstEntry, entries] = [6, 10];

/** Changes the pixels without the cost of encoding: each bit of `n` increments one coarse entry of the table. */
function withQuantization(jpeg: Buffer, n: number): Buffer {
  const variant = Buffer.from(jpeg);
  const table = jpeg.indexOf(quantizationMarker) + firstEntry;
  for (let entry = 0; entry < entries; entry++) variant[table + entry]! += (n >> entry) & 1;
  return variant;
}
