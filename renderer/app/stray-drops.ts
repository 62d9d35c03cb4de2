/**
 * A file that misses its target must not replace the page: a browser would open it in our place. Views that take files say so
 * with `preventDefault` before this hears of it.
 */
export function refuseStrayDrops(): void {
  for (const name of ['dragover', 'drop'] as const) {
    window.addEventListener(name, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    })
  }
}
