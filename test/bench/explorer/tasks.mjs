/**
 * Profiles a page's main thread during an action and returns the CPU time of its longest task in
 * milliseconds. On a busy machine wall clock time would measure the load instead: a task of 5 ms may then
 * take 100.
 */
export async function longestTask(page, act) {
  const browser = page.context().browser()
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()))
  const thread = ({ pid, tid }) => `${pid}:${tid}`
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(thread),
  )
  const tasks = traceEvents.filter((event) => event.ph === 'X' && main.has(thread(event)))
  if (tasks.length === 0) throw new Error('The trace has no task of the page.')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}
