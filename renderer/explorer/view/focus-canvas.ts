/** Puts the keyboard into a graph; its canvas may mount only with the next render. */
export function focusCanvas(id: 'model' | 'runtime'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-explorer-canvas="${id}"]`)?.focus())
}
