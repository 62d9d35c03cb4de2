import { mkdir, open, readFile, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

interface Waiting {
  readonly line: string
  readonly settle: Settle
}

/** Told, without a turn of anybody else in between, that a line is written, or why it is not. */
type Settle = (failure?: { readonly error: unknown }) => void

const NAME = /^(\d+)\.jsonl$/

/**
 * Lines that must survive a killed process, in numbered files of one folder: `<checksum> <JSON>` each. A line is acknowledged when the
 * system has it; what makes it outlast a power cut is that its reader's files are written within a second, after which
 * {@link rotate} and {@link forget} let the lines go.
 */
export class Journal {
  readonly #folder: string
  #number = 1
  #file: FileHandle | undefined
  /** Bytes of the file that are whole lines. */
  #whole = 0
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Reads what a process that ended without finishing has left, oldest first; broken lines are left out. To be called first. */
  async recover(): Promise<readonly unknown[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const numbers = await numbersIn(this.#folder)
    this.#number = (numbers.at(-1) ?? 0) + 1
    const texts = await Promise.all(
      numbers.map((number) => readFile(join(this.#folder, `${number}.jsonl`), 'utf8')),
    )
    return texts.flatMap((text) => text.split('\n').flatMap(parseLine))
  }

  /** The file that lines go to now. */
  get number(): number {
    return this.#number
  }

  /**
   * Calls `settle` when the system has the line; lines are written, and acknowledged, in the order in which they came. After one that
   * could not be written, those that wait behind it are refused as well: they were built on it.
   */
  append(entry: unknown, settle: Settle): void {
    const json = JSON.stringify(entry)
    this.#waiting.push({ line: `${checksum(json)} ${json}\n`, settle })
    this.#writing ??= this.#drain()
  }

  /** Resolves when every line that was asked for is written, or was refused. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  /** Later lines go to a new file. @returns the number of the last one before it */
  async rotate(): Promise<number> {
    await this.settled()
    const before = this.#number
    await this.#next()
    return before
  }

  /** Removes the files up to this number: what they tell is in the files of their owner. */
  async forget(upTo: number): Promise<void> {
    for (const number of await numbersIn(this.#folder)) {
      if (number <= upTo) await rm(join(this.#folder, `${number}.jsonl`), { force: true })
    }
  }

  async #drain(): Promise<void> {
    // A moment for others that change at the same time: they share a write.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#write(batch.map(({ line }) => line).join(''))
      } catch (error) {
        for (const { settle } of [...batch, ...this.#waiting.splice(0)]) settle({ error })
        continue
      }
      for (const { settle } of batch) settle()
    }
    this.#writing = undefined
  }

  async #write(text: string): Promise<void> {
    this.#file ??= await open(join(this.#folder, `${this.#number}.jsonl`), 'a', 0o600)
    try {
      await this.#file.appendFile(text)
    } catch (error) {
      await this.#file.truncate(this.#whole).catch(() => undefined)
      // Where even that failed, a new file keeps the half line away from what comes next.
      await this.#next().catch(() => undefined)
      throw error
    }
    this.#whole += Buffer.byteLength(text)
  }

  async #next(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#whole = 0
    this.#number++
    await file?.close()
  }
}

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0')

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? [])).sort((a, b) => a - b)
}

function parseLine(text: string): unknown[] {
  const json = text.slice(9)
  if (text === '' || text.slice(0, 8) !== checksum(json)) return []
  return [JSON.parse(json)]
}
