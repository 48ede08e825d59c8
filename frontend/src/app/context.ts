import { getContext, setContext } from 'svelte';
import type { App } from './app.svelte';

const key = Symbol('app');

export function provideApp(app: App): App {
  return setContext(key, app);
}

/** The app of the tree that a component is in. */
export function useApp(): App {
  return getContext<App>(key);
}
