import { useId, type ReactNode } from 'react';
import styles from './settings.module.css';

interface BlockProps {
  title: string;
  lead?: string;
  /** Next to the title. */
  state?: ReactNode;
  children?: ReactNode;
}

/** One setting, under its heading. */
export function Block({ title, lead, state, children }: BlockProps) {
  const id = useId();
  return (
    <section className={styles['block']} aria-labelledby={id}>
      <div className="row gap-8-12">
        <h2 id={id}>{title}</h2>
        {state}
      </div>
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      {children}
    </section>
  );
}
