const reasons = new Set<string>();

/** The browser asks for confirmation as long as there is at least one reason. */
export function warnBeforeLeaving(reason: string, on: boolean): void {
  if (on) reasons.add(reason);
  else reasons.delete(reason);
  if (typeof window === 'undefined') return;
  if (reasons.size > 0) window.addEventListener('beforeunload', requestConfirmation);
  else window.removeEventListener('beforeunload', requestConfirmation);
}

function requestConfirmation(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
