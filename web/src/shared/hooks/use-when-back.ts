import { useEffect } from 'react';
import { useConnection } from '../../live/connection.js';

export function useWhenBack(callback: () => void): void {
  useEffect(() => {
    const onReturn = () => callback();
    addEventListener('online', onReturn);
    const stop = useConnection.subscribe(({ lostAt }, previousState) => {
      if (lostAt === null && previousState.lostAt !== null) callback();
    });
    return () => {
      removeEventListener('online', onReturn);
      stop();
    };
  });
}
