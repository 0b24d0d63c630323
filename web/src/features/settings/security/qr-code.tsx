import { encode } from 'uqr';
import { qrPath } from './qr-path.js';
import styles from '../shared/settings.module.css';

/** The code that an authenticator app scans. Dark on light whatever the theme: apps read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 });
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={`rounded ${styles['qr']}`} role="img" aria-label={label}>
      <path d={qrPath(data)} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}
