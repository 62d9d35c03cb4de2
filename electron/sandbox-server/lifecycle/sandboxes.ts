import type { StartRequest } from '#shared/sandbox/lifecycle.ts'
import { isLive } from '#shared/sandbox/states.ts'
import { networkText } from '#shared/sandbox/network-policy.ts'
import type { Isolate, IsolatePlan } from '../runtime/runtime.ts'
import type { SessionSet } from '../session/session-set.ts'
import { CLOCK_IS_SET_MS, Deadlines, timeOver } from './deadlines.ts'
import { adopted, GONE_ON } from './adopted.ts'
import { boot } from './boot.ts'
import type { Census } from './census.ts'
import { DiskWatch } from './disk-watch.ts'
import { Inventory } from './inventory.ts'
import { putOff } from './jobs.ts'
import { badRequest, PlainFailure } from './platform-error.ts'
import { advance, type Deadline, type Identity, ANONYMOUS, type SandboxRecord, withNotice } from './record.ts'
import * as changes from './record-changes.ts'
import { catchUp, isOverdue, waitForOthers, startsElsewhere } from './shared-records.ts'
import { checkRoom } from './room.ts'
import type { SandboxesOptions } from './sandboxes-options.ts'
import * as entries from './sandbox-entry.ts'
import type { Entry } from './sandbox-entry.ts'
import { chosenNetwork, planStart, templateDefaults } from './start-plan.ts'

/** Interval at which a server renews the deadlines of sandboxes in use, if it shares them with others. */
const RENEW_MS = 20_000

/**
 * All sandboxes of this server and their lifecycle: start, use, idle deadline, stop, restart, delete. The only writer of
 * records.
 */
export class Sandboxes {
  readonly #options: SandboxesOptions
  readonly #inventory = new Inventory()
  /** Counts by state and owner. */
  readonly census: Census = this.#inventory.census
  /** Reasons why sandboxes with intact files cannot be used. */
  readonly #damaged = new Map<string, string>()
  readonly #deadlines: Deadlines
  readonly #diskWatch: DiskWatch
  readonly #closedListeners: ((id: string) => void)[] = []
  #renewing: NodeJS.Timeout | undefined

  constructor(options: SandboxesOptions) {
    this.#options = options
    this.#deadlines = new Deadlines(
      (id) => entries.dueTime(this.#inventory.get(id)),
      (id) => this.#expire(id),
    )
    this.#diskWatch = new DiskWatch(options.store.folder, () => this.#checkDisks())
  }

  /**
   * Loads what an earlier server left. Isolates that outlived it are adopted; other live records become stopped, with a notice.
   * @returns the sandboxes that have an isolate
   */
  async load(): Promise<string[]> {
    const { store, log } = this.#options
    const damaged = (id: string, path: string, reason: string) =>
      void this.#damaged.set(id, `Sandbox ${id} cannot be used: ${path}: ${reason}. Its files are kept.`)
    const records = await store.load(damaged)
    for (const problem of this.problems) log(`problem: ${problem}`)
    for (const saved of records) {
      const entry = this.#inventory.put(saved)
      if (store.isShared && startsElsewhere(saved, Date.now())) continue
      const isolate = await adopted(saved, this.planOf(saved), this.#options)
      if (isolate) {
        this.#hold(entry, isolate)
        if (!store.isShared) this.#change(saved.id, withNotice(changes.recordAsRunning(saved), GONE_ON))
        this.touch(saved.id)
      } else if (isLive(saved.state)) {
        this.#change(
          saved.id,
          withNotice(saved, 'The server was restarted; the sandbox’s processes ended with it.'),
        )
        await this.#afterStop(entry)
      }
      this.#deadlines.watch(saved.id, CLOCK_IS_SET_MS)
    }
    // Stored before the sweep, which removes what belongs to no record.
    if (store.isFirst) await store.settled()
    if (store.isShared) this.#renewing = setInterval(() => this.#renew(), RENEW_MS).unref()
    return this.running().map(([{ id }]) => id)
  }

  /** Applies changes of other servers that share the records; undefined if there are none. */
  catchUp(): Promise<void> | undefined {
    return catchUp({
      ...this.#options,
      inventory: this.#inventory,
      planOf: (record) => this.planOf(record),
      hold: (entry, isolate) => this.#hold(entry, isolate),
      changed: (id) => {
        this.#deadlines.watch(id)
        if (isLive(this.find(id)?.state ?? 'deleted')) return
        for (const listener of this.#closedListeners) listener(id)
      },
    })
  }

  get problems(): string[] {
    return [...this.#damaged.values(), ...this.#options.store.problems]
  }

  /** @throws PlatformError when the request is not possible */
  start(request: StartRequest, identity: Identity): SandboxRecord {
    const record = planStart(request, identity, this.#startDefaults(request.image), Date.now())
    const before = this.find(record.id)
    if (before && isLive(before.state)) throw badRequest(`Sandbox ${record.id} already exists`)
    const damage = this.#damaged.get(record.id)
    if (damage) throw badRequest(damage)
    checkRoom(this.census, { wanted: record, before }, this.#options)
    const entry = this.#inventory.put(record, request)
    this.#change(record.id, record)
    this.#boot(entry, before?.id)
    return entry.record
  }

  /** Creates a sandbox without processes for one GEM environment. @throws PlatformError at the limit */
  openLight(image: string, identity = ANONYMOUS): SandboxRecord {
    const now = Date.now()
    const record = entries.lightRecord(planStart({ image }, identity, this.#startDefaults(image), now), now)
    checkRoom(this.census, { wanted: record, before: undefined }, this.#options)
    this.#inventory.put(record)
    this.#change(record.id, record)
    return record
  }

  /** Calls the listener when a sandbox ended other than through {@link stop}. */
  onClosed(listener: (id: string) => void): void {
    this.#closedListeners.push(listener)
  }

  find(id: string): SandboxRecord | undefined {
    return this.#inventory.get(id)?.record
  }

  all(): SandboxRecord[] {
    return Array.from(this.#inventory.all(), (entry) => entry.record)
  }

  /** Resolves when a start has ended, successful or not. */
  async started(id: string): Promise<void> {
    await this.#inventory.get(id)?.starting?.done
  }

  /** Extends the idle deadline. Unknown ids are ignored. */
  touch(id: string): void {
    const entry = this.#inventory.get(id)
    if (!entry || !isLive(entry.record.state)) return
    const expires = Date.now() + entry.record.idleMinutes * 60_000
    this.#change(id, { ...entry.record, expires, jobsUntil: undefined })
  }

  /**
   * Serves a request in a running sandbox. One that uses it extends its deadline before and after, and prevents its expiry meanwhile.
   * @throws PlainFailure `sandbox … not started`
   */
  async use<Result>(
    id: string,
    serve: (isolate: Isolate, sessions: SessionSet) => Promise<Result> | Result,
    { isUse = true } = {},
  ): Promise<Result> {
    const entry = entries.usable(this.#inventory.get(id), id)
    const touch = (busy: number): void => {
      if (!isUse) return
      entry.busy += busy
      this.touch(id)
    }
    touch(1)
    try {
      await entry.starting?.done
      await entry.isolate?.network?.ready
      if (!entry.isolate) throw new PlainFailure(`sandbox ${id} not started`)
      return await serve(entry.isolate, entry.sessions)
    } finally {
      touch(-1)
      this.#deadlines.watch(id)
    }
  }

  /** The running isolate, without extending the deadline: for statistics and port forwards. */
  isolateOf(id: string): Isolate | undefined {
    return this.#inventory.get(id)?.isolate
  }

  /** The running sandboxes. */
  running(): (readonly [SandboxRecord, Isolate])[] {
    return [...this.#inventory.all()].flatMap(({ record, isolate }) =>
      isolate ? [[record, isolate] as const] : [],
    )
  }

  sessionsOf(id: string): SessionSet | undefined {
    return this.#inventory.get(id)?.sessions
  }

  /** Unknown ids succeed, as upstream. @throws PlatformError for a deleted one */
  async stop(id: string, notice?: string): Promise<void> {
    const entry = this.#inventory.get(id)
    if (!entry) return
    if (entry.record.state === 'deleted') throw badRequest("Can't Stop when in Deleted.")
    if (!isLive(entry.record.state)) return
    entry.stopping ??= this.#stop(entry, notice).finally(() => delete entry.stopping)
    await entry.stopping
  }

  /** @throws PlatformError unless stopped or archived; unknown and deleted ones succeed */
  async delete(id: string): Promise<void> {
    const entry = this.#inventory.get(id)
    if (!entry || entry.record.state === 'deleted') return
    if (!advance(entry.record, 'delete', Date.now())) {
      throw badRequest(
        `Sandbox ${id} cannot be deleted: current state is '${entry.record.state}', must be stopped or archived first`,
      )
    }
    await this.#delete(entry)
  }

  /**
   * @param key the key that it counts for from now on; without one it stays with the key that started it
   * @throws PlatformError unless stopped
   */
  restart(id: string, key?: string): SandboxRecord {
    const entry = this.#inventory.get(id)
    if (!entry) throw badRequest(`Sandbox ${id} not found`)
    const next = changes.restarted(entry.record, key, Date.now())
    if (!next) throw badRequest(`Sandbox ${id} cannot be restarted: current state is '${entry.record.state}'`)
    if (this.#options.runtime.keepsFiles === false)
      throw badRequest(`Sandbox ${id} cannot be restarted: its files went with it; start another`)
    checkRoom(this.census, { wanted: next, before: entry.record }, this.#options)
    this.#change(id, next)
    this.#boot(entry)
    return entry.record
  }

  /**
   * Changes what a sandbox may reach. @returns whether it applies immediately, as with its proxy, or from the next start
   * @throws PlatformError when the sandbox does not exist or the network is not available
   */
  setNetwork(id: string, wish: string): boolean {
    const entry = this.#inventory.get(id)
    if (entry?.record.kind !== 'sandbox' || entry.record.state === 'deleted')
      throw badRequest(`Sandbox ${id} not found`)
    const { networks } = this.#options.runtime.infoOf(entry.record.source)
    const policy = chosenNetwork(wish, { network: this.#options.network, networks })
    const isNow = entry.isolate?.network?.change(policy) ?? !isLive(entry.record.state)
    this.#change(id, changes.withNetwork(entry.record, networkText(policy), isNow))
    return isNow
  }

  /** Pauses or resumes a sandbox. @throws PlainFailure when it is not running, PlatformError when pausing is not supported */
  async setPaused(id: string, isPaused: boolean): Promise<void> {
    const { isolate, record } = this.#inventory.get(id) ?? {}
    if (!isolate || !record) throw new PlainFailure(`sandbox ${id} not started`)
    if (!isolate.freeze) throw badRequest(entries.noPause(record, this.#options.runtime))
    if ((record.isPaused ?? false) === isPaused) return
    await isolate.freeze(isPaused)
    this.#change(id, { ...(this.find(id) ?? record), isPaused })
    this.touch(id)
  }

  /** Gives a live sandbox a deadline that use does not extend; undefined restores the idle deadline. */
  setDeadline(id: string, deadline: Deadline | undefined): void {
    const record = this.find(id)
    if (record && isLive(record.state)) this.#change(id, { ...record, deadline })
  }

  /** Resolves when a sandbox's record survives the process. @throws PlatformError when it cannot be written */
  saved(id: string): Promise<void> {
    return this.#options.store.saved(id)
  }

  /** Resolves when other servers can know what this one says of a sandbox, or of all; at once if there are none. */
  async shared(id?: string): Promise<void> {
    if (this.#options.store.isShared) await this.#options.store.written(id)
  }

  /** Checks for OOM kills since the last check, so that the notices are up to date. */
  async refresh(id: string): Promise<void> {
    const entry = this.#inventory.get(id)
    const killed = (await entry?.isolate?.outOfMemory()) ?? 0
    if (!entry || killed <= entry.outOfMemory) return
    entry.outOfMemory = killed
    this.#change(id, changes.withMemoryNotice(entry.record, killed))
  }

  /** Stops sandboxes that exceed their disk limit. */
  async #checkDisks(): Promise<void> {
    for (const [{ id, disk }, isolate] of this.running()) {
      await this.refresh(id)
      if ((await isolate.diskUsed()) > disk) await this.stop(id, changes.diskNotice(disk))
    }
  }

  planOf(record: SandboxRecord): IsolatePlan | undefined {
    return entries.isolatePlan(record, this.#options.store.folderOf(record.id))
  }

  /** Stops everything that does not outlive the server; records remain. */
  async dispose(): Promise<void> {
    clearInterval(this.#renewing)
    this.#deadlines.clear()
    this.#diskWatch.close()
    const live = entries.ending(this.#inventory.all())
    const stop = ({ id }: SandboxRecord) =>
      this.stop(id, 'Stopped because the server ended.').catch(() => undefined)
    await Promise.all(live.map(stop))
    await this.#options.store.settled()
  }

  #startDefaults(image: string) {
    const { runtime, images, ...given } = this.#options
    const source = images.expected(image)
    const { networks } = runtime.infoOf(source)
    const isOfEngine = source.kind === 'engine'
    return { ...given, ...templateDefaults(image, runtime.template), networks, isOfEngine }
  }

  #boot(entry: Entry, replaced?: string): void {
    boot(entry, replaced, {
      ...this.#options,
      planOf: (record) => this.planOf(record),
      hold: (isolate) => this.#hold(entry, isolate),
      change: (record) => this.#change(record.id, record),
      // One that ran before is there to be looked at, tried again or deleted.
      failed: () => this.#afterStop(entry),
      over: () => this.#deadlines.watch(entry.record.id),
    })
  }

  #hold(entry: Entry, isolate: Isolate): void {
    entry.isolate = isolate
    entry.outOfMemory = 0
    void isolate.closed.then(() => this.#isolateClosed(entry, isolate))
  }

  /** The isolate ended on its own: pid 1 was killed, or the system stopped it. */
  async #isolateClosed(entry: Entry, isolate: Isolate): Promise<void> {
    await waitForOthers(this.#options.store, () => this.catchUp())
    if (entry.isolate !== isolate || !isLive(entry.record.state)) return
    await this.stop(entry.record.id, entries.ownEnd(this.#options.runtime))
  }

  async #stop(entry: Entry, notice: string | undefined): Promise<void> {
    const { id } = entry.record
    if (notice) this.#change(id, withNotice(entry.record, notice))
    await entries.endEntry(entry).catch((error: Error) => {
      this.#options.log(`problem: sandbox ${id} could not be ended: ${error.message}`)
      throw error
    })
    await this.#afterStop(entry)
    for (const listener of this.#closedListeners) listener(id)
  }

  /** Records the stop and what follows: retained for a while, or deleted immediately. */
  async #afterStop(entry: Entry): Promise<void> {
    this.#change(entry.record.id, changes.stopped(entry.record, Date.now()))
    if (changes.deleteDelay(entry.record) === 0 || entry.record.kind === 'gem') await this.#delete(entry)
  }

  async #delete(entry: Entry): Promise<void> {
    const { id } = entry.record
    const now = Date.now()
    const plan = this.planOf(entry.record)
    const { deletes: _deletes, ...record } = advance(entry.record, 'delete', now) ?? entry.record
    this.#change(id, { ...record, deleted: now })
    await this.#options.store.abandon(id)
    if (plan) await this.#options.runtime.remove(plan)
    await this.#options.store.remove(id)
  }

  #change(id: string, record: SandboxRecord): void {
    const entry = this.#inventory.get(id)
    if (!entry) return
    const before = entry.record
    this.#inventory.change(entry, record)
    // A renewed deadline alone is not worth a write: after a restart of the server nothing runs that it could stop.
    const { store } = this.#options
    if (changes.isRenewal(before, record) && !(store.isShared && isOverdue(entry))) return
    entry.saved = record.expires
    if (record.kind === 'sandbox' && record.state !== 'deleted') store.save(record)
    this.#deadlines.watch(id)
  }

  /** Keeps sandboxes in use from looking idle to other servers. */
  #renew(): void {
    for (const { busy, record } of this.#inventory.all()) if (busy > 0) this.touch(record.id)
  }

  async #expire(id: string): Promise<void> {
    await this.catchUp()
    const entry = this.#inventory.get(id)
    if (!entry) return
    if ((entries.dueTime(entry) ?? Infinity) > Date.now()) return this.#deadlines.watch(id)
    if (entry.record.state === 'deleted') this.#inventory.forget(id)
    else if (!isLive(entry.record.state)) await this.#delete(entry)
    else if (await putOff(entry, this.#options, (next) => this.#change(id, next))) this.#deadlines.watch(id)
    else await timeOver(entry.record, this)
  }
}
