import { lazyComponent } from '../../shared/lazy.js';

/** Loaded separately because only pages without content show it. */
export const NextSteps = lazyComponent(() => import('./next-steps.js'), 'NextSteps');
