import { useEffect, useState } from 'react';
import { agoSuffix, formatAge, formatDateAndTime } from '../../shared/dates.js';

export function TimeAgo({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  const isRecent = now - date.getTime() < hourMs;
  const age = formatAge(date, new Date(now));
  return (
    <time dateTime={at} data-recent={isRecent || undefined} title={formatDateAndTime(date)}>
      {age.replace(agoSuffix, '')}
      {age.endsWith(agoSuffix) && <span className="ago">{agoSuffix}</span>}
    </time>
  );
}

const hourMs = 3_600_000;
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
