import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Format } from './format.js';
import { toolOfKeys } from './tools.js';

export function useShortcuts(field: RefObject<HTMLTextAreaElement | null>, apply: (format: Format) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const tool = toolOfKeys(event);
    if (!tool) return;
    event.preventDefault();
    apply(tool.format);
  });
  useEffect(() => {
    const area = field.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    area?.addEventListener('keydown', listener);
    return () => area?.removeEventListener('keydown', listener);
  }, [field]);
}
