/** Receives the name of a changed workspace. */
type Listener = (workspace: string) => void

/** Notifies listeners when a write, an import or an expiry has changed a workspace. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  /** @returns an unsubscribe function */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  announce(workspace: string): void {
    for (const listener of this.#listeners) listener(workspace)
  }
}
