import type { Api } from './api';
import { isAbort } from './api';
import type { LiveEvent } from './types';

/** A stream from which nothing came for so long is taken as broken; pings come every 10 s. */
export const SILENCE = 25_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export interface LiveHandlers {
  onEvent(event: LiveEvent): void;
  /** Called when the stream opens (true) or is lost (false), on a change only. */
  onLink(up: boolean): void;
}

/**
 * Follows the event stream for good and connects again when it breaks, waiting
 * longer each time. Returns a function that stops it.
 */
export function follow(api: Pick<Api, 'events'>, handlers: LiveHandlers): () => void {
  let stopped = false;
  let up: boolean | null = null;
  let wait = FIRST_WAIT;
  let current: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const link = (now: boolean) => {
    if (now !== up && !stopped) handlers.onLink(now);
    up = now;
  };

  async function run(): Promise<void> {
    const controller = (current = new AbortController());
    let silence = setTimeout(() => controller.abort(), SILENCE);
    try {
      await api.events(controller.signal, (event) => {
        clearTimeout(silence);
        silence = setTimeout(() => controller.abort(), SILENCE);
        wait = FIRST_WAIT;
        link(true);
        if (!stopped) handlers.onEvent(event);
      });
    } catch (error) {
      if (isAbort(error) && stopped) return;
    } finally {
      clearTimeout(silence);
    }
    if (stopped) return;
    link(false);
    retry = setTimeout(run, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  void run();
  return () => {
    stopped = true;
    clearTimeout(retry);
    current?.abort();
  };
}
