/** What would be lost by leaving now, or would wait unsent. */
const reasons = new Set<string>();

/** While there is a reason, the browser asks before it leaves the site. */
export function warnBeforeLeaving(reason: string, on: boolean): void {
  if (on) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
