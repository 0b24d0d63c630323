import { Component, type ReactNode } from 'react';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import styles from './layout.module.css';

/** A fault in a page's own code, or a part of it that could not be fetched, leaves the rest of the site standing. */
export class FaultBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles['fault']} role="alert">
        <h1>{texts.broken.title}</h1>
        <p>{texts.broken.body}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {texts.broken.again}
        </Button>
      </div>
    );
  }
}
