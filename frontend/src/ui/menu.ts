/** One choice of a menu. With `checked` it is a tick box or, in a `single` group, a radio. */
export interface MenuItem {
  id: string;
  label: string;
  note?: string;
  checked?: boolean;
  run: () => void;
}

export interface MenuGroup {
  id: string;
  title?: string;
  single?: boolean;
  items: MenuItem[];
}

/** The item that a key moves to, or null if the key does not move. */
export function nextItem(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Where a menu goes: under its button, turned to stay inside the window. */
export function placeMenu(
  button: DOMRect,
  size: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const gap = 4;
  const left = Math.max(gap, Math.min(button.left, view.width - size.width - gap));
  const below = button.bottom + gap;
  const fits = below + size.height <= view.height - gap;
  return { left, top: fits ? below : Math.max(gap, button.top - size.height - gap) };
}
