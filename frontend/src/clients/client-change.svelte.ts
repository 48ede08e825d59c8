import { asApiError, type ApiError } from '../api/api';
import type { Client, Preview, Registration } from '../api/types';
import type { App } from '../app/app.svelte';

/** The change of one client's file: worked out, shown, and made when asked for. */
export class ClientChange {
  action = $state<Registration>('add');
  preview = $state.raw<Preview | null>(null);
  error = $state.raw<ApiError | null>(null);
  failure = $state('');
  busy = $state(false);
  private generation = 0;

  constructor(private readonly app: App) {}

  /**
   * Works out what registering would change; for a client that is as it should be,
   * what removing would.
   */
  async load(client: Client): Promise<void> {
    const generation = ++this.generation;
    this.preview = null;
    this.error = null;
    this.failure = '';
    if (client.status === 'broken') return;
    try {
      let action: Registration = 'add';
      let preview = await this.app.api.preview(client.id, action);
      if (preview.no_change && client.status !== 'not_registered') {
        action = 'remove';
        preview = await this.app.api.preview(client.id, action);
      }
      if (generation !== this.generation) return;
      this.action = action;
      this.preview = preview;
    } catch (error) {
      if (generation === this.generation) this.error = asApiError(error);
    }
  }

  /** Makes the change that is shown; if the file changed since, it is worked out anew. */
  async apply(client: Client): Promise<boolean> {
    const { app, preview, action } = this;
    if (!preview || this.busy) return false;
    this.busy = true;
    try {
      await app.api.register(client.id, action, preview.digest);
      const done = action === 'add' ? 'clients.done_add' : 'clients.done_remove';
      app.toasts.say(app.i18n.t(done, { name: client.name }));
      await app.readClients();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === 'conflict') await this.load(client);
      this.failure = app.i18n.t('clients.failed', { reason: app.reason(error) });
      return false;
    } finally {
      this.busy = false;
    }
  }
}
