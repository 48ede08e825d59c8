import type { Facet, Facets, Kind } from '../api/types';
import { YOU } from '../api/types';
import type { App } from '../app/app.svelte';
import type { Route } from '../app/route';
import type { TextKey } from '../i18n/catalogue';

/** One chosen value, as a chip shows it. */
export interface Chip {
  id: string;
  name: string;
  value: string;
  /** The route without it. */
  without: Partial<Route>;
}

type Names = Pick<App, 'clientName' | 'projectName' | 'projects' | 'i18n'>;

/** The chips of a route, in the order in which Backspace removes them, last first. */
export function chips(route: Route, names: Names): Chip[] {
  const { t } = names.i18n;
  return [
    ...route.kinds.map((kind) => ({
      id: `kind-${kind}`,
      name: t('list.filter_kind'),
      value: t(`kind.${kind}`),
      without: { kinds: route.kinds.filter((other) => other !== kind) },
    })),
    ...route.projects.map((id) => ({
      id: `project-${id}`,
      name: t('list.filter_project'),
      value: names.projectName(id, projectLabel(id, names)),
      without: { projects: route.projects.filter((other) => other !== id) },
    })),
    ...route.clients.map((client) => ({
      id: `client-${client}`,
      name: t('list.filter_client'),
      value: names.clientName(client === YOU ? '' : client),
      without: { clients: route.clients.filter((other) => other !== client) },
    })),
  ];
}

function projectLabel(id: number, names: Names): string {
  return names.projects.find((project) => project.id === id)?.name ?? `#${id}`;
}

/** The name of a facet's value as people read it. */
export function facetLabel(field: keyof Facets, facet: Facet, names: Names): string {
  if (field === 'kinds') return names.i18n.t(`kind.${facet.value}` as TextKey);
  if (field === 'clients') return names.clientName(facet.value === YOU ? '' : facet.value);
  return names.projectName(Number(facet.value), facet.label ?? `#${facet.value}`);
}

/** Whether a facet's value is chosen in a route. */
export function isChosen(field: keyof Facets, facet: Facet, route: Route): boolean {
  if (field === 'projects') return route.projects.includes(Number(facet.value));
  return (route[field] as string[]).includes(facet.value);
}

/** The route with a facet's value chosen, or not chosen if it was. */
export function toggled(field: keyof Facets, facet: Facet, route: Route): Partial<Route> {
  const flip = <T>(values: T[], value: T): T[] =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  if (field === 'projects') return { projects: flip(route.projects, Number(facet.value)) };
  if (field === 'kinds') return { kinds: flip(route.kinds, facet.value as Kind) };
  return { clients: flip(route.clients, facet.value) };
}
