import type { Component } from 'svelte';
import type { Command } from '../keys/dispatcher';
import type { View } from './route';

type Loaded = Promise<{ default: Component }>;

interface ViewInfo {
  /** Where the rail has it: what is looked through, or what is managed. */
  group: 'look' | 'manage';
  /** List and detail beside each other, or one pane. */
  panes: 1 | 2;
  /** The letter after G. */
  key: string;
  /** Reads the view's code; views without it are part of the first script. */
  load?: () => Loaded;
}

/** Every view, in the order of the rail. */
export const views: Record<View, ViewInfo> = {
  memories: { group: 'look', panes: 2, key: 'm' },
  clients: {
    group: 'manage',
    panes: 2,
    key: 'c',
    load: () => import('../clients/clients-view.svelte'),
  },
  trash: { group: 'manage', panes: 2, key: 't' },
  settings: {
    group: 'manage',
    panes: 1,
    key: 's',
    load: () => import('../settings/settings-view.svelte'),
  },
};

/** The views in the order of the rail. */
export const viewNames = Object.keys(views) as View[];

/** The command that goes to a view. */
export function goTo(view: View): Command {
  return `go-${view}`;
}
