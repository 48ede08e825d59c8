import { formatHash, parseHash, plainRoute, type Route, type View } from './route';

/** WebKit refuses more than 100 history changes in 30 s, so moving the cursor is gathered. */
const GATHER = 250;

/** The address as reactive state, and the only place that changes it. */
export class Router {
  route = $state.raw<Route>(plainRoute('memories'));
  /** When the address was last changed in place. */
  private written = -GATHER;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.route = parseHash(window.location.hash);
  }

  /** Follows back, forward, typed addresses and those that the tray menu sets. Returns a function that stops it. */
  listen(): () => void {
    const read = () => {
      clearTimeout(this.timer);
      this.route = parseHash(window.location.hash);
    };
    window.addEventListener('hashchange', read);
    window.addEventListener('popstate', read);
    return () => {
      window.removeEventListener('hashchange', read);
      window.removeEventListener('popstate', read);
      clearTimeout(this.timer);
    };
  }

  /** Changes the route and adds a step to the history. */
  go(change: Partial<Route>): void {
    this.flush();
    this.route = { ...this.route, ...change };
    if (formatHash(this.route) !== window.location.hash)
      window.history.pushState(null, '', formatHash(this.route));
  }

  /** Opens a view as it is without filters. */
  open(view: View, change: Partial<Route> = {}): void {
    this.go({ ...plainRoute(view), ...change });
  }

  /** Changes the route in place, for what is not a step of its own. */
  adjust(change: Partial<Route>): void {
    this.route = { ...this.route, ...change };
    clearTimeout(this.timer);
    const wait = this.written + GATHER - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  private flush(): void {
    clearTimeout(this.timer);
    if (formatHash(this.route) === window.location.hash) return;
    this.written = performance.now();
    window.history.replaceState(null, '', formatHash(this.route));
  }
}
