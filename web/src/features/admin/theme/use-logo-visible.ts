import { isLogoVisible, logoFrame, sampleLogo, type LogoSample } from '@guildhall/domain/theme/logo-contrast.js';
import { useEffect, useState } from 'react';

/**
 * Returns whether enough of the logo is visible on the header's colour. Returns true until the picture has been
 * measured.
 */
export function useLogoVisible(source: string | null, header: string): boolean {
  const [measuredLogo, setMeasured] = useState<{ source: string; sample: LogoSample } | null>(null);
  useEffect(() => {
    if (source === null) return;
    let isCurrent = true;
    measure(source).then(
      (sample) => isCurrent && sample && setMeasured({ source, sample }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [source]);
  return measuredLogo === null || measuredLogo.source !== source || isLogoVisible(measuredLogo.sample, header);
}

async function measure(source: string): Promise<LogoSample | null> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const scale = Math.min(1, logoFrame.width / image.naturalWidth, logoFrame.height / image.naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context && sampleLogo(context.getImageData(0, 0, canvas.width, canvas.height).data);
}
