import { lazyComponent } from '../../shared/lazy.js';

/** For pages without content. */
export const NextSteps = lazyComponent(() => import('./next-steps.js'), 'NextSteps');
