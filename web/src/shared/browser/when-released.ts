const maxWaitMs = 2_000; // ms

/** Resolves once nothing in the element is pressed: an element removed during a press would lose its click. */
export async function whenReleased(element: Element): Promise<void> {
  if (!element.querySelector(':active')) return;
  await new Promise<void>((resolve) => {
    // The click itself comes right after the release.
    const released = () => setTimeout(resolve);
    for (const kind of ['pointerup', 'pointercancel', 'dragend', 'keyup'])
      addEventListener(kind, released, { once: true });
    setTimeout(resolve, maxWaitMs);
  });
}
