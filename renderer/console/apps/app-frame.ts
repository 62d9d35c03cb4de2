import type { Fields } from '#shared/json/fields.ts'

/** Milliseconds an app gets to save its state before removal. */
const MAX_FAREWELL_MS = 1000
/** Default height in px of an app that reports no size. */
const START_HEIGHT = 320
const MIN_HEIGHT = 64
const MAX_HEIGHT = 640
/** Share of a high window that an app may take. */
const MAX_SHARE = 0.7

/** Maximum height of an app in px. */
export const maxHeight = (): number => Math.max(MAX_HEIGHT, Math.round(window.innerHeight * MAX_SHARE))

/** Receives the frame's events. */
interface Listener {
  receive(message: unknown): void
  /** Resolves when the frame may be removed. */
  end(): Promise<void>
}

/** The frame of an app. */
export interface AppFrame {
  send(message: Fields): void
  resize(height: number): void
}

/**
 * Mounts an app's outer frame. Accepts only messages from that frame's window and origin; the app itself is
 * nested inside and speaks through it.
 * @returns a function that unmounts the frame once the app was notified and has replied
 */
export function mountApp(
  place: HTMLElement,
  { origin, path, title }: { origin: string; path: string; title: string },
  listen: (frame: AppFrame) => Listener,
): () => void {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.setAttribute('credentialless', '')
  frame.style.cssText = `width: 100%; height: ${START_HEIGHT}px; border: 0; display: block`
  const listener = listen({
    send: (message) => frame.contentWindow?.postMessage(message, origin),
    resize: (height) => {
      frame.style.height = `${Math.round(Math.min(maxHeight(), Math.max(MIN_HEIGHT, height)))}px`
    },
  })
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
    if (source === frame.contentWindow && from === origin) listener.receive(data)
  }
  window.addEventListener('message', hear)
  frame.src = `${origin}${path}`
  place.append(frame)
  return () => {
    const remove = (): void => {
      window.removeEventListener('message', hear)
      frame.remove()
    }
    if (!keepAlive(frame)) return remove()
    void Promise.race([listener.end(), new Promise((go) => setTimeout(go, MAX_FAREWELL_MS))]).then(
      remove,
      remove,
    )
  }
}

/** Moves a frame out of an element being removed without reloading it; false if the browser cannot. */
function keepAlive(frame: HTMLIFrameElement): boolean {
  frame.style.display = 'none'
  if (!frame.isConnected || typeof document.body.moveBefore !== 'function') return false
  document.body.moveBefore(frame, null)
  return true
}
