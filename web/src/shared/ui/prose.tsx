import { useEffect, useRef } from 'react';
import styles from './prose.module.css';

/** Markdown that the server has rendered with raw HTML off: the one place where markup is taken as it comes. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is too wide scrolls by itself; the keyboard must reach it too.
    for (const wide of text.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
  }, [html]);
  return <div ref={text} className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
