import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { setAside, writeAtomically } from '../../node/atomic-file.ts'
import { SecretMask } from '../../node/secret-mask.ts'

/** The operating system's way to keep a text to itself; a host lends it. */
export interface SecretBox {
  /** `plain`: the system only pretends (Electron's basic_text), or there is none; a person must agree to that. */
  readonly strength: 'encrypted' | 'plain'
  seal(text: string): Promise<string>
  /** @throws when the sealed text was made by another user or machine */
  open(sealed: string): Promise<string>
}

/** Keeps nothing secret, and says so. */
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

/** Named secrets. Their values leave this class only towards the request or process that needs them: no page ever reads one. */
export class Secrets {
  readonly #path: string
  readonly #box: SecretBox
  readonly #plainAllowed: () => boolean
  readonly #onCorrupt: (path: string, kept: string) => void
  /** Hides the values that left. */
  readonly mask = new SecretMask()
  #entries: Entries = {}
  readonly #changes = new SerialQueue()

  /** @param onCorrupt told when the file could not be understood and has been set aside under another name */
  constructor(
    path: string,
    box: SecretBox,
    plainAllowed: () => boolean,
    onCorrupt: (path: string, kept: string) => void,
  ) {
    this.#path = path
    this.#box = box
    this.#plainAllowed = plainAllowed
    this.#onCorrupt = onCorrupt
  }

  /** @throws the system's error when there is a file that cannot be read: it must not be written over */
  async load(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    const parsed = fileSchema.safeParse(safeJson(text))
    this.#entries = parsed.success ? parsed.data : {}
    if (parsed.success) return
    this.#onCorrupt(this.#path, await setAside(this.#path))
  }

  get names(): { name: string; strength: 'encrypted' | 'plain' }[] {
    return Object.entries(this.#entries).map(([name, { strength }]) => ({ name, strength }))
  }

  /** The value, or nothing when there is none or it cannot be opened here. */
  async get(name: string): Promise<string | undefined> {
    const entry = this.#entries[name]
    if (!entry) return undefined
    const box = entry.strength === 'plain' ? plainBox : this.#box
    const value = await box.open(entry.sealed).catch(() => undefined)
    if (value !== undefined) this.mask.note(name, value)
    return value
  }

  /** @throws WorkbenchError `SECRETS_NOT_SAFE` when the system offers no encryption and the person has not agreed to go without */
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

  /** One change after the other, each of what the one before left; what is not on the disk does not count. */
  #change(edit: (entries: Entries) => Entries): Promise<void> {
    return this.#changes.run(async () => {
      const entries = edit(this.#entries)
      await writeAtomically(this.#path, `${JSON.stringify(entries, null, 2)}\n`)
      this.#entries = entries
    })
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
