interface ActiveListener {
  target: EventTarget;
  type: string;
  listener: unknown;
  site: string;
}

const active = new Set<ActiveListener>();
const sitesOfEarlierTests = new Set<string>();

/**
 * Returns the lines of production code whose listeners on window or document outlived both this test and an earlier one. A
 * listener that outlives only one test belongs to a module or to the connection.
 */
export function findLeftoverListeners(): string[] {
  const sites = new Set([...active].map(({ site }) => site));
  active.clear();
  const leftovers = [...sites].filter((site) => sitesOfEarlierTests.has(site));
  for (const site of sites) sitesOfEarlierTests.add(site);
  return leftovers;
}

function watch(target: Window | Document): void {
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  const find = (type: string, listener: unknown) =>
    [...active].find((entry) => entry.target === target && entry.type === type && entry.listener === listener);
  const forget = (type: string, listener: unknown) => {
    const entry = find(type, listener);
    if (entry) active.delete(entry);
  };
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const site = findProductLine(new Error().stack ?? '');
    // Unsaved edits outlive their component, as does the warning about them.
    const isExpected = type === 'beforeunload';
    if (site && !isExpected && !find(type, listener)) active.add({ target, type, listener, site });
    if (typeof options === 'object' && options.once) add(type, () => forget(type, listener), options);
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => forget(type, listener));
    add(type, listener, options);
  };
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ) => {
    forget(type, listener);
    remove(type, listener, options);
  };
}

/** Returns undefined for library and test listeners. */
function findProductLine(stack: string): string | undefined {
  const caller = stack.split('\n').find((line) => line.includes('    at ') && !line.includes('/testing/listeners.'));
  return /web\/src\/(?!testing\/)(?!.*\.test\.).*?:\d+/.exec(caller ?? '')?.[0];
}

watch(window);
watch(document);
