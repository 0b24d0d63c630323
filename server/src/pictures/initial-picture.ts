import { createHash } from 'node:crypto';

export function drawInitialPicture(name: string): string {
  const letter = (/[A-Za-z0-9]/.exec(name)?.[0] ?? '?').toUpperCase();
  const hue = createHash('sha256').update(name.toLowerCase()).digest().readUInt16BE() % 360;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256" role="img">',
    `<rect width="256" height="256" fill="hsl(${hue} 45% 30%)"/>`,
    '<text x="128" y="128" dy=".36em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="128"',
    ` font-weight="600" fill="hsl(${hue} 60% 88%)">${letter}</text></svg>`,
  ].join('');
}
