import { randomUUID } from 'node:crypto'
import type { Play } from '#shared/environments/play.ts'
import { type Autoplay, type EnvironmentTab, NEW_AUTOPLAY, type Tabs } from '#shared/environments/tab.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { DocumentHandle } from '../documents/documents.ts'
import { Driver, type DriverContext } from './driver.ts'
import type { GemClient } from './gem-client.ts'

export interface EnvironmentsOptions extends Omit<
  DriverContext,
  'tab' | 'changeTab' | 'autoplay' | 'tell' | 'client'
> {
  readonly client: DriverContext['client'] & Pick<GemClient, 'holds'>
  readonly tabs: DocumentHandle<Tabs>
  readonly autoplays: DocumentHandle<{ readonly byTab: Readonly<Record<string, Autoplay>> }>
  tell(tab: string, play: Play | null): void
}

export interface NewEnvironment {
  readonly platform: string
  readonly envId: string
  readonly seed?: number | undefined
  readonly autoBox: boolean
}

/** The open environments: the tabs of the bench, each with its driver. */
export class Environments {
  readonly #options: EnvironmentsOptions
  readonly #context: DriverContext
  readonly #drivers = new Map<string, Driver>()

  constructor(options: EnvironmentsOptions) {
    this.#options = options
    this.#context = {
      ...options,
      tab: (id) => this.#tab(id),
      changeTab: (id, change, holds) => this.#changeTab(id, change, holds),
      autoplay: (id) => options.autoplays.value.byTab[id] ?? NEW_AUTOPLAY,
      tell: (id, play) => options.tell(id, play),
    }
    options.tabs.onChange(({ tabs }) => this.#dropClosed(new Set(tabs.map(({ id }) => id))))
  }

  get plays(): Record<string, Play> {
    return Object.fromEntries([...this.#drivers].map(([id, { play }]) => [id, play]))
  }

  /** Returns a sandbox with an open environment on that platform. */
  openSandbox(platform: string): string | undefined {
    for (const tab of this.#options.tabs.value.tabs) {
      if (tab.kind === 'environment' && tab.platform === platform && tab.sandboxId) return tab.sandboxId
    }
    return undefined
  }

  /** Checks the open environments of a platform that has reconnected, and marks the lost ones as closed. */
  async recheck(platform: string, signal: AbortSignal): Promise<void> {
    for (const tab of this.#options.tabs.value.tabs) {
      if (tab.kind !== 'environment' || tab.platform !== platform || tab.sandboxId === undefined) continue
      const { id, sandboxId } = tab
      if (await this.#options.client.holds(platform, sandboxId, signal)) continue
      // It may have been replaced meanwhile.
      if (
        this.#options.tabs.value.tabs.some(
          (now) => now.id === id && now.kind === 'environment' && now.sandboxId === sandboxId,
        )
      )
        await this.#changeTab(id, { sandboxId: undefined })
    }
  }

  /** @throws WorkbenchError `UNKNOWN_TAB` */
  driver(tab: string): Driver {
    this.#tab(tab)
    const driver = this.#drivers.get(tab) ?? new Driver(tab, this.#context)
    this.#drivers.set(tab, driver)
    return driver
  }

  /** Creates an environment in a new tab and resets it. A failure is shown in the tab. */
  async open({ platform, envId, seed, autoBox }: NewEnvironment): Promise<string> {
    const pinned = seed === undefined ? undefined : String(seed)
    const id = await this.#add({
      platform,
      envId,
      autoBox,
      draft: '',
      seedMode: pinned === undefined ? 'random' : 'pinned',
      seed: pinned ?? '',
    })
    void this.driver(id).reset()
    return id
  }

  /** Shows a stored episode; an environment is created only when it is replayed or continued. */
  async show(episode: string, platform: string): Promise<string> {
    const open = this.#options.tabs.value.tabs.find(
      (tab) => tab.kind === 'environment' && tab.episode === episode,
    )
    if (open) {
      await this.#options.tabs.change((tabs) => ({ ...tabs, active: open.id }))
      return open.id
    }
    const { envId, seed } = await this.#options.episodes.get(episode)
    const pinned = seed === null ? undefined : String(seed)
    const seedMode = pinned === undefined ? 'random' : 'pinned'
    return this.#add({ platform, envId, episode, autoBox: true, draft: '', seedMode, seed: pinned ?? '' })
  }

  /**
   * Closes a tab and its environment. If the sandbox cannot be stopped, the first attempt fails with a warning that it may keep
   * running and cost money.
   */
  async close(id: string): Promise<boolean> {
    const driver = this.driver(id)
    const isWarned = driver.play.failure !== undefined
    driver.cancel()
    if (this.#tab(id).sandboxId !== undefined && !(await driver.end()) && !isWarned) return false
    await this.#options.tabs.change(({ tabs, active, ...rest }) => {
      const at = tabs.findIndex((tab) => tab.id === id)
      const others = tabs.filter((tab) => tab.id !== id)
      const next = active === id ? others[Math.min(at, others.length - 1)]?.id : active
      return { ...rest, tabs: others, active: next }
    })
    return true
  }

  /** Stops all drivers. Environments stay open on their platforms, and their tabs remember them. */
  dispose(): void {
    for (const driver of this.#drivers.values()) driver.dispose()
  }

  #tab(id: string): EnvironmentTab {
    const tab = this.#options.tabs.value.tabs.find((one) => one.id === id)
    if (tab?.kind === 'environment') return tab
    throw workbenchError('UNKNOWN_TAB')
  }

  async #add(tab: Omit<EnvironmentTab, 'kind' | 'id'>): Promise<string> {
    const id = randomUUID()
    await this.#options.tabs.change((now) => ({
      ...now,
      tabs: [...now.tabs, { kind: 'environment', id, ...tab }],
      active: id,
    }))
    return id
  }

  /** @param holds whether the tab is still as the change expects it: pages change it as well */
  #changeTab(
    id: string,
    change: Partial<Omit<EnvironmentTab, 'kind' | 'id'>>,
    holds: (tab: EnvironmentTab) => boolean = () => true,
  ): Promise<void> {
    return this.#options.tabs.change((now) => ({
      ...now,
      tabs: now.tabs.map((tab) =>
        tab.id === id && tab.kind === 'environment' && holds(tab) ? { ...tab, ...change } : tab,
      ),
    }))
  }

  /**
   * Sends an action whose text was written in a tab's field: it leaves the field first, so that what is written from then on, in
   * whichever window, stays; if no event came of it, it returns to a field that is still empty.
   */
  async sendDraft(
    id: string,
    draft: string,
    send: () => Promise<number | undefined>,
  ): Promise<number | undefined> {
    await this.#replaceDraft(id, draft, '')
    let event: number | undefined
    try {
      event = await send()
      return event
    } finally {
      if (event === undefined) await this.#replaceDraft(id, '', draft)
    }
  }

  #replaceDraft(id: string, from: string, to: string): Promise<void> {
    return this.#changeTab(id, { draft: to }, ({ draft }) => draft === from)
  }

  #dropClosed(open: ReadonlySet<string>): void {
    for (const [id, driver] of this.#drivers) {
      if (open.has(id)) continue
      driver.dispose()
      this.#drivers.delete(id)
      this.#options.tell(id, null)
    }
  }
}
