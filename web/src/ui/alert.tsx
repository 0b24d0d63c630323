import type { ReactNode } from 'react';
import { texts } from '../shared/texts.js';
import { useWhenBack } from '../shared/hooks/use-when-back.js';
import { Button } from './button.js';
import styles from './alert.module.css';

export function Alert({ kind = 'info', children }: { kind?: 'info' | 'error' | 'success'; children: ReactNode }) {
  return (
    <div
      className={`row gap-8-16 spread text-15 bg-raised rounded padding-12 ${styles['alert']} ${styles[kind] ?? ''}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      {children}
    </div>
  );
}

/** Reloads when the connection is back. */
export function LoadError({ retry, message = null }: { retry: () => unknown; message?: string | null }) {
  useWhenBack(() => void retry());
  return (
    <Alert kind="error">
      {message ?? (navigator.onLine ? texts.loadFailed : texts.offline)}
      <Button onClick={() => void retry()}>{texts.tryAgain}</Button>
    </Alert>
  );
}
