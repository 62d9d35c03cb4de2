import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { tryJson } from '#shared/json/try-json.ts'
import { quarantine, writeAtomically } from '../../node/atomic-file.ts'
import { SecretMask } from '../../node/secret-mask.ts'

/** The operating system's encryption, provided by the host. */
export interface SecretBox {
  /**
   * `plain`: the system offers no real encryption (Electron's basic_text) or none at all; the user has to agree
   * to that.
   */
  readonly strength: 'encrypted' | 'plain'
  seal(text: string): Promise<string>
  /** @throws when another user or machine encrypted the text */
  open(sealed: string): Promise<string>
}

/** A secret box without encryption, declared as such. */
export const plainBox: SecretBox = {
  strength: 'plain',
  seal: (text) => Promise.resolve(Buffer.from(text, 'utf8').toString('base64')),
  open: (sealed) => Promise.resolve(Buffer.from(sealed, 'base64').toString('utf8')),
}

const fileSchema = z.record(
  z.string(),
  z.object({ strength: z.enum(['encrypted', 'plain']), sealed: z.string() }),
)

type Entries = z.infer<typeof fileSchema>

/** Named secrets. Values leave this class only for the request or process that needs them; no page can read one. */
export class Secrets {
  readonly #path: string
  readonly #box: SecretBox
  readonly #plainAllowed: () => boolean
  readonly #onCorrupt: (path: string, movedTo: string) => void
  /** Masks the values that were handed out. */
  readonly mask = new SecretMask()
  #entries: Entries = {}
  readonly #changes = new SerialQueue()

  /** @param onCorrupt called when the file could not be parsed and has been renamed */
  constructor(
    path: string,
    box: SecretBox,
    plainAllowed: () => boolean,
    onCorrupt: (path: string, movedTo: string) => void,
  ) {
    this.#path = path
    this.#box = box
    this.#plainAllowed = plainAllowed
    this.#onCorrupt = onCorrupt
  }

  /** @throws the system's error when the file exists but cannot be read: it must not be overwritten */
  async load(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    const parsed = fileSchema.safeParse(tryJson(text))
    this.#entries = parsed.success ? parsed.data : {}
    if (parsed.success) return
    this.#onCorrupt(this.#path, await quarantine(this.#path))
  }

  get names(): { name: string; strength: 'encrypted' | 'plain' }[] {
    return Object.entries(this.#entries).map(([name, { strength }]) => ({ name, strength }))
  }

  /** Returns the value, or undefined if there is none or it cannot be decrypted here. */
  async get(name: string): Promise<string | undefined> {
    const entry = this.#entries[name]
    if (!entry) return undefined
    const box = entry.strength === 'plain' ? plainBox : this.#box
    const value = await box.open(entry.sealed).catch(() => undefined)
    if (value !== undefined) this.mask.note(name, value)
    return value
  }

  /** @throws WorkbenchError `SECRETS_NOT_SAFE` when the system offers no encryption and the user has not agreed to do without */
  async set(name: string, value: string): Promise<void> {
    if (this.#box.strength === 'plain' && !this.#plainAllowed()) {
      throw workbenchError('SECRETS_NOT_SAFE')
    }
    const sealed = await this.#box.seal(value)
    await this.#change((entries) => ({ ...entries, [name]: { strength: this.#box.strength, sealed } }))
  }

  async remove(name: string): Promise<void> {
    await this.#change((entries) => {
      const { [name]: _, ...others } = entries
      return others
    })
  }

  /**
   * Serializes changes, each applied to the result of the previous one. A change that was not written is
   * rolled back.
   */
  #change(edit: (entries: Entries) => Entries): Promise<void> {
    return this.#changes.run(async () => {
      const entries = edit(this.#entries)
      await writeAtomically(this.#path, `${JSON.stringify(entries, null, 2)}\n`)
      this.#entries = entries
    })
  }
}
