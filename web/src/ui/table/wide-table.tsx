import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './table.module.css';
import { texts } from './texts.js';

interface WideTableProps {
  label: string;
  head: readonly string[];
  children: ReactNode;
}

export function WideTable({ label, head, children }: WideTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [isCutOff, setIsCutOff] = useState(false);
  useLayoutEffect(() => {
    if (!box.current || !table.current) return;
    const { current: element } = box;
    const measure = () => setIsCutOff(element.scrollWidth > element.clientWidth);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    sizes.observe(table.current);
    measure();
    return () => sizes.disconnect();
  }, []);
  return (
    <>
      {isCutOff && <p className="hint margin-bottom-8">{texts.scrollSideways}</p>}
      <div ref={box} className={`card ${styles['tableBox']}`} role="region" aria-label={label} tabIndex={0}>
        <table ref={table} className={styles['table']}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  );
}
