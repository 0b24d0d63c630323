import sharp, { type JpegOptions } from 'sharp';

type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff';

export function createPictureFile(
  format: PictureFormat,
  width: number,
  height: number,
  colour = '#ff8800',
): Promise<Buffer> {
  const create =
    colour === 'noise'
      ? { background: '#888888', channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } }
      : { background: colour, channels: 4 as const };
  return sharp({ create: { width, height, ...create } })
    .toFormat(format)
    .toBuffer();
}

/** The noise is coarse so that scaling a picture down does not remove it. */
export async function createNoisyJpeg(
  width: number,
  height: number,
  options: JpegOptions,
  orientation = 1,
): Promise<Buffer> {
  const noise = await createPictureFile('png', Math.ceil(width / 3), Math.ceil(height / 3), 'noise');
  const picture = sharp(noise).resize(width, height, { fit: 'fill' }).withMetadata({ orientation });
  return picture.jpeg(options).toBuffer();
}

export async function createAnimation(colours: readonly string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => createPictureFile('png', 64, 64, colour)));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

export function withCameraData(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#00aa44' } })
    .withExif({ IFD0: { Model: 'Secret Camera', Orientation: '6' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export async function encodePictureData(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height, isOpaque: (await sharp(bytes).stats()).isOpaque };
}
