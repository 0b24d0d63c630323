import { useEffect, useState } from 'react';
import { formatDateAndTime, formatAge } from '../../shared/dates.js';

export function Ago({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateAndTime(date)}>
      {formatAge(date, new Date(now))}
    </time>
  );
}

const renewIntervalMs = 30_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const timer = setInterval(renew, renewIntervalMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
