/**
 * Calls when the window gets another device pixel ratio, as on another screen, also where nothing changes its size in
 * pixels of the page. @returns a function that ends it
 */
export function followRatio(onChange: () => void): () => void {
  const end = new AbortController()
  const listen = (): void =>
    window
      .matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
      .addEventListener('change', () => (listen(), onChange()), { once: true, signal: end.signal })
  listen()
  return () => end.abort()
}
