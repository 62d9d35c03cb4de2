/** A computation as a generator that yields wherever it may be paused. */
export type Steps<T> = Generator<void, T, void>

/** Items processed between two yield points: well under a millisecond of work. */
export const PIECE = 512
/** Milliseconds of work before yielding to the main thread; a frame at 60 Hz has 16. */
export const BUDGET_MS = 10

/** Yields to input and painting between two slices, so that the page never has a long task. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Runs a computation synchronously. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Runs a computation in slices of {@link BUDGET_MS} milliseconds, yielding to the main thread in between.
 * @throws the signal's reason when it fires.
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let started = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (performance.now() - started >= BUDGET_MS) {
      // After the last step, too: what uses the result is work of its own.
      await yieldToMain()
      started = performance.now()
    }
    if (step.done) return step.value
  }
}

/** Maps many items; drops undefined results. */
export function* mapSteps<A, B>(items: readonly A[], map: (item: A) => B | undefined): Steps<B[]> {
  const results: B[] = []
  for (let i = 0; i < items.length; i++) {
    const result = map(items[i] as A)
    if (result !== undefined) results.push(result)
    if (i % PIECE === PIECE - 1) yield
  }
  return results
}

/** Sorts indices by key: sorts pieces, then merges them pairwise. Stable. */
export function* sortSteps(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
): Steps<Uint32Array> {
  let sorted = new Uint32Array(items.length)
  for (let start = 0; start < items.length; start += PIECE) {
    sorted.set([...items.subarray(start, start + PIECE)].sort(compare), start)
    yield
  }
  let merged = new Uint32Array(items.length)
  for (let run = PIECE; run < items.length; run *= 2) {
    for (let start = 0; start < items.length; start += 2 * run) {
      const [middle, end] = [Math.min(start + run, items.length), Math.min(start + 2 * run, items.length)]
      let [left, right] = [start, middle]
      for (let place = start; place < end; place++) {
        const takeLeft =
          left < middle && (right >= end || compare(sorted[left] ?? 0, sorted[right] ?? 0) <= 0)
        merged[place] = sorted[takeLeft ? left++ : right++] ?? 0
        if (place % PIECE === PIECE - 1) yield
      }
    }
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}
