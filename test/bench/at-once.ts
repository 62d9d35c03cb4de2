/** Concurrent requests of one kind: as many as a busy page and some agents send. */
const AT_ONCE = 8

/** Does something for each index, some at a time. */
export async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
