import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import { type LendInput, type Loan, loanSchema } from '#shared/workbench/areas/loans.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { DocumentHandle, Documents } from '../../documents/documents.ts'
import type { Platforms } from '../platforms.ts'
import { putKey, removeKey } from './lent-key.ts'

/** An ended loan is stored until its files are known to be removed. */
const storedLoan = loanSchema.extend({ home: z.string() })
type StoredLoan = z.infer<typeof storedLoan>

/** Not declared as a page's document: no page opens it. */
const loansDocument = defineDocument<readonly StoredLoan[]>({
  collection: 'workbench',
  id: 'loans',
  schema: z.array(storedLoan),
  initial: [],
})

interface LoansOptions {
  readonly platforms: Platforms
  readonly documents: Documents
  readonly emit: WorkbenchEmit
  /** The value of a stored secret. */
  secret(name: string): Promise<string | undefined>
}

/** After this long, the record of a loan to a sandbox that has not been seen is dropped. */
const FORGET_MS = 7 * 86_400_000

type Place = Pick<Loan, 'platform' | 'sandboxId'>

/**
 * Keys lent to sandboxes for a limited time. A loan ends by a timer inside the sandbox, which works without Orrery; by a timer here;
 * before the sandbox's files become an image; and on request.
 */
export class Loans {
  readonly #options: LoansOptions
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #document: DocumentHandle<readonly StoredLoan[]> | undefined

  constructor(options: LoansOptions) {
    this.#options = options
  }

  async load(): Promise<void> {
    this.#document = await this.#options.documents.handle(loansDocument)
    for (const loan of this.#all) this.#arm(loan)
    const forgotten = Date.now() - FORGET_MS
    if (this.#all.some(({ until }) => until < forgotten))
      await this.#change((all) => all.filter(({ until }) => until >= forgotten))
  }

  get calls(): Pick<AreaHandlers<'sandboxes'>, 'lend' | 'loans' | 'takeBack'> {
    return {
      lend: (input, { signal }) => this.#lend(input, signal),
      loans: () => this.#shown,
      takeBack: async ({ id }) => {
        const loan = this.#all.find((one) => one.id === id)
        if (loan) await this.#end(loan)
        return null
      },
    }
  }

  /** Ends the loans of a sandbox before its files become an image. @throws WorkbenchError when that cannot be confirmed */
  async endAll({ platform, sandboxId }: Place): Promise<void> {
    for (const loan of this.#all)
      if (loan.platform === platform && loan.sandboxId === sandboxId) await this.#end(loan)
  }

  /** The same for a sandbox that may be stopped or paused: with its memory the key is gone, too. */
  async tryEndAll(place: Place): Promise<void> {
    await this.endAll(place).catch(() => undefined)
  }

  /** Drops the loans of a deleted sandbox. */
  async forget({ platform, sandboxId }: Place): Promise<void> {
    if (this.#all.some((one) => one.platform === platform && one.sandboxId === sandboxId))
      await this.#change((all) =>
        all.filter((one) => one.platform !== platform || one.sandboxId !== sandboxId),
      )
  }

  /** Cleans up loans that ended while the sandbox was paused. */
  async endOver({ platform, sandboxId }: Place): Promise<void> {
    const over = this.#all.filter((one) => one.until <= Date.now() && one.platform === platform)
    for (const loan of over) if (loan.sandboxId === sandboxId) await this.#end(loan).catch(() => undefined)
  }

  /** A stopped sandbox has lost its memory and with it the key; the line in its settings is removed at its next start. */
  noteSandboxes(sandboxes: readonly SandboxInfo[]): void {
    const stopped = sandboxes.filter(({ isAlive, state }) => !isAlive && state !== 'pending')
    const now = Date.now()
    const over = this.#all.filter(
      ({ platform, sandboxId, until }) =>
        until > now && stopped.some((one) => one.platform === platform && one.sandboxId === sandboxId),
    )
    if (over.length === 0) return
    const ids = new Set(over.map(({ id }) => id))
    void this.#change((all) => all.map((one) => (ids.has(one.id) ? { ...one, until: now } : one)))
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  get #all(): readonly StoredLoan[] {
    return this.#document?.value ?? []
  }

  get #shown(): Loan[] {
    return this.#all.filter(({ until }) => until > Date.now()).map((one) => loanSchema.parse(one))
  }

  async #lend(input: LendInput, signal: AbortSignal): Promise<Loan> {
    const { platform, sandboxId, host, kind, secret, minutes } = input
    const value = await this.#options.secret(secret)
    if (value === undefined) throw workbenchError('LEND_NO_SECRET', { name: secret })
    const id = randomUUID().slice(0, 8)
    const home = await this.#options.platforms.use(platform, signal, (client) =>
      putKey(client, { id, input, value }, signal),
    )
    const loan = { id, platform, sandboxId, host, kind, secret, until: Date.now() + minutes * 60_000 }
    await this.#change((all) => [...all, { ...loan, home }])
    this.#arm({ ...loan, home })
    return loan
  }

  async #end(loan: StoredLoan): Promise<void> {
    await this.#options.platforms.use(loan.platform, undefined, (client) =>
      removeKey(client, loan.sandboxId, loan),
    )
    clearTimeout(this.#timers.get(loan.id))
    this.#timers.delete(loan.id)
    await this.#change((all) => all.filter(({ id }) => id !== loan.id))
  }

  #arm(loan: StoredLoan): void {
    clearTimeout(this.#timers.get(loan.id))
    const end = (): void => {
      this.#tell()
      // If the sandbox is unreachable, the timer inside has ended the loan; the record stays until that can be
      // verified.
      void this.#end(loan).catch(() => undefined)
    }
    this.#timers.set(loan.id, setTimeout(end, Math.max(0, loan.until - Date.now())).unref())
  }

  async #change(edit: (all: readonly StoredLoan[]) => readonly StoredLoan[]): Promise<void> {
    await this.#options.documents.update(loansDocument, loansDocument, edit)
    this.#tell()
  }

  #tell(): void {
    this.#options.emit('sandboxes.loansChanged', this.#shown)
  }
}
