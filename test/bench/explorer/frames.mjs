/**
 * Measures in the page: frames and new pictures per second during three seconds of panning and zooming, and
 * main thread tasks over 50 ms.
 */

/** Runs in the page. @param {{ selector: string, milliseconds: number }} options */
export async function measureMoving({ selector, milliseconds }) {
  const target = document.querySelector(selector)
  const canvas = target.querySelector('canvas')
  const box = canvas.getBoundingClientRect()
  const tasks = []
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map((entry) => entry.duration)),
  )
  observer.observe({ type: 'longtask', buffered: false })
  const picturesBefore = globalThis.pictures
  const frames = []
  const started = performance.now()
  await new Promise((resolve) => {
    function step(now) {
      frames.push(now)
      const t = (now - started) / 1000
      const wheel = (init) =>
        canvas.dispatchEvent(
          new WheelEvent('wheel', {
            clientX: box.left + box.width / 2,
            clientY: box.top + box.height / 2,
            bubbles: true,
            cancelable: true,
            ...init,
          }),
        )
      wheel({ deltaX: Math.cos(t * 2) * 30, deltaY: Math.sin(t * 3) * 24 })
      wheel({ deltaY: Math.cos(t * 1.5) * 40 })
      if (now - started < milliseconds) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  const seconds = (frames.at(-1) - frames[0]) / 1000
  observer.disconnect()
  return {
    fps: (frames.length - 1) / seconds,
    freshPerSecond: (globalThis.pictures - picturesBefore) / seconds,
    longestTask: tasks.length === 0 ? 0 : Math.max(...tasks),
    tasksOver50: tasks.length,
  }
}
