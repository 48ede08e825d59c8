export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'error';
  /** Whether it offers to take back the last act on memories, or how to take back another. */
  undo: boolean | (() => void);
}

/** The one message over the detail. A newer one takes its place. */
export class Toasts {
  current = $state.raw<Toast | null>(null);
  private last = 0;

  say(text: string, undo: Toast['undo'] = false): void {
    this.show(text, 'plain', undo);
  }

  fail(text: string): void {
    this.show(text, 'error', false);
  }

  /** Takes a message away, if it is still the one that shows. */
  dismiss(id = this.current?.id): void {
    if (this.current?.id === id) this.current = null;
  }

  private show(text: string, tone: Toast['tone'], undo: Toast['undo']): void {
    this.current = { id: ++this.last, text, tone, undo };
  }
}
