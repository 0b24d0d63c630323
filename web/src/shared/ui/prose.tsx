import styles from './prose.module.css';

/** Markdown that the server has rendered with raw HTML off: the one place where markup is taken as it comes. */
export function Prose({ html }: { html: string }) {
  return <div className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
