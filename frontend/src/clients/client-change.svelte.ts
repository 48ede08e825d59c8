import { asApiError, type ApiError } from '../api/api';
import type { Client, Part, Preview, Registration } from '../api/types';
import type { App } from '../app/app.svelte';

/** Nothing can be done about what is there: it cannot be read, or is somebody else's. */
export function isLeftAlone({ status, foreign, through }: Client): boolean {
  return status === 'broken' || foreign || through !== '';
}

/** A change of one of a client's files: worked out, shown, and made when asked for. */
export class ClientChange {
  action = $state<Registration>('add');
  preview = $state.raw<Preview | null>(null);
  error = $state.raw<ApiError | null>(null);
  failure = $state('');
  busy = $state(false);
  private generation = 0;

  constructor(
    private readonly app: App,
    readonly part: Part = 'server',
  ) {}

  /**
   * Works out what an action would change. Without one it is registering; for a
   * client that is as it should be, removing.
   */
  async load(client: Client, wanted?: Registration): Promise<void> {
    const generation = ++this.generation;
    this.preview = null;
    this.error = null;
    this.failure = '';
    if (this.part === 'server' && this.cannot(client)) return;
    try {
      const ask = (action: Registration) => this.app.api.preview(client.id, this.part, action);
      let action = wanted ?? 'add';
      let preview = await ask(action);
      if (!wanted && preview.no_change && client.status !== 'not_registered') {
        action = 'remove';
        preview = await ask(action);
      }
      if (generation !== this.generation) return;
      this.action = action;
      this.preview = preview;
    } catch (error) {
      if (generation === this.generation) this.error = asApiError(error);
    }
  }

  private cannot(client: Client): boolean {
    const { program } = this.app;
    return isLeftAlone(client) || (client.status !== 'registered' && !!program?.problem);
  }

  /** Makes the change that is shown; if the file changed since, it is worked out anew. */
  async apply(client: Client): Promise<boolean> {
    const { app, preview, action, part } = this;
    if (!preview || this.busy) return false;
    this.busy = true;
    try {
      await app.api.register(client.id, part, action, preview.digest);
      const what = part === 'server' ? `clients.done_${action}` : `extra.done_${action}`;
      const text = app.i18n.t(what as Parameters<typeof app.i18n.t>[0], {
        name: client.name,
        what: part === 'server' ? '' : app.i18n.t(`extra.${part}`),
      });
      app.toasts.say(text, preview.no_change ? false : () => void this.undo(client));
      await app.readClients();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === 'conflict') await this.load(client, action);
      this.failure = app.i18n.t('clients.failed', { reason: app.reason(error) });
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Takes back the last change of the client's files, whichever part it was of. */
  async undo(client: Client): Promise<void> {
    const { app } = this;
    try {
      await app.api.undoClient(client.id);
      app.toasts.say(app.i18n.t('clients.undone', { name: client.name }));
    } catch (error) {
      const reason = app.reason(asApiError(error));
      app.toasts.fail(app.i18n.t('clients.failed', { reason }));
    }
    await app.readClients();
  }
}
