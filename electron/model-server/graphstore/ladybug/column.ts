/** A growing column of whole numbers. */
export class Column {
  #values: Uint32Array<ArrayBuffer>

  constructor(values = new Uint32Array(64)) {
    this.#values = values
  }

  get(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#reach(index)
    this.#values[index] = value
  }

  /** The first `count` numbers; a view until the column grows. */
  first(count: number): Uint32Array<ArrayBuffer> {
    this.#reach(count - 1)
    return this.#values.subarray(0, count)
  }

  #reach(index: number): void {
    if (index < this.#values.length) return
    const larger = new Uint32Array(Math.max(index + 1, Math.ceil(this.#values.length * 1.5)))
    larger.set(this.#values)
    this.#values = larger
  }
}
