/**
 * Prevents a file dropped outside a drop target from replacing the page, which is the browser's default.
 * Views that accept files call `preventDefault` before this listener runs.
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
