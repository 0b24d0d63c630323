import { lazyComponent } from '../../shared/lazy.js';

/** Shown on pages without content. */
export const NextSteps = lazyComponent(() => import('./next-steps.js'), 'NextSteps');
