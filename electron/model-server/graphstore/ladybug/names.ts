/** Numbers names from 1 on. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = ['']

  get size(): number {
    return this.#numbers.size
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  add(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  at(number: number): string {
    return this.#names[number] ?? ''
  }
}
