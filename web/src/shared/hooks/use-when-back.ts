import { useEffect } from 'react';
import { useConnection } from '../../live/connection.js';

export function useWhenBack(act: () => void): void {
  useEffect(() => {
    const back = () => act();
    addEventListener('online', back);
    const stop = useConnection.subscribe(({ lostAt }, before) => {
      if (lostAt === null && before.lostAt !== null) act();
    });
    return () => {
      removeEventListener('online', back);
      stop();
    };
  });
}
