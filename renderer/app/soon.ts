interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>
  readonly work: () => void
}

/** Work that waits a moment for more of its kind: the latest of each name is done. What waits when the page goes is done at once. */
export class Soon {
  readonly #waiting = new Map<string, Waiting>()
  readonly #pause: number
  #following = false

  /** @param pause milliseconds */
  constructor(pause: number) {
    this.#pause = pause
  }

  has(name: string): boolean {
    return this.#waiting.has(name)
  }

  do(name: string, work: () => void): void {
    this.#follow()
    this.drop(name)
    const timer = setTimeout(() => this.#finish(name), this.#pause)
    this.#waiting.set(name, { timer, work })
  }

  /** Forgets what waits under a name. */
  drop(name: string): void {
    clearTimeout(this.#waiting.get(name)?.timer)
    this.#waiting.delete(name)
  }

  #finish(name: string): void {
    const found = this.#waiting.get(name)
    this.drop(name)
    found?.work()
  }

  #follow(): void {
    if (this.#following) return
    this.#following = true
    window.addEventListener('pagehide', () => {
      for (const name of this.#waiting.keys()) this.#finish(name)
    })
  }
}
