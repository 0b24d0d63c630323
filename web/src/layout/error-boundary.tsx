import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../shared/lazy.js';
import { texts } from '../shared/texts.js';
import { Button } from '../ui/button.js';
import { useWhenBack } from '../shared/hooks/use-when-back.js';

/**
 * Isolates a page's errors from the rest of the site. If the page's code could not be fetched, reloads once the
 * connection is back.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    const { error }: { error: unknown } = this.state;
    if (error === null) return this.props.children;
    return error instanceof ChunkLoadError ? <LoadError /> : <Fault {...texts.broken} />;
  }
}

function LoadError() {
  // While the server is unreachable, reloading would replace the site with the browser's error page.
  useWhenBack(
    () =>
      void fetch('/api/site').then(
        () => location.reload(),
        () => {},
      ),
  );
  return <Fault title={navigator.onLine ? texts.loadFailed : texts.offline} body={texts.opensWhenBack} />;
}

function Fault({ title, body }: { title: string; body: string }) {
  return (
    <div className="gone" role="alert">
      <h1>{title}</h1>
      <p>{body}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {texts.broken.again}
      </Button>
    </div>
  );
}
