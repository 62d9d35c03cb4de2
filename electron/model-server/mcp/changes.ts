/** Told of the workspace that was changed. */
type Listener = (workspace: string) => void

/** Tells who listens when a write, an import or an expiry has changed a workspace. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  /** @returns how to stop listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  announce(workspace: string): void {
    for (const listener of this.#listeners) listener(workspace)
  }
}
