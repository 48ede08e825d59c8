/** What the desktop window lets its page do. */
interface Desktop {
  runtime?: { BrowserOpenURL?: (address: string) => void };
}

/**
 * Follows a link to another program. The desktop window would try to show it as a
 * page, so there the system opens it.
 */
export function openOutside(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  const open = (window as Desktop).runtime?.BrowserOpenURL;
  if (!open) return; // a browser does it by itself
  event.preventDefault();
  open(event.currentTarget.href);
}
