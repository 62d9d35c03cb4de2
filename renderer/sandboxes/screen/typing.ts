/** Milliseconds after a key during which somebody counts as typing: longer than a pause between two words. */
const PAUSE = 1000

/** When a key was pressed last, on the page's clock. */
let pressed = -Infinity

window.addEventListener('keydown', () => (pressed = performance.now()), { capture: true, passive: true })

/** Whether somebody types, anywhere on the page. */
export const isTyping = (): boolean => performance.now() - pressed < PAUSE
