import { useEffect, useState, type ComponentType } from 'react'
import styles from './app.module.css'
import { useText } from '../i18n/text.ts'

/** A component whose code is fetched when it is first shown. */
export interface LazyView {
  /** Fetches the code ahead of the first showing. */
  readonly load: () => Promise<unknown>
  readonly View: ComponentType
}

/** Milliseconds before code that could not be fetched is fetched once more; a network that changed is there again by then. */
const RETRY_AFTER_MS = 700

/** Milliseconds that a style sheet may take when it is fetched again. */
const MAX_STYLE_MS = 10_000

/**
 * Fetches code, and once more where that failed: a connection that broke for a moment is no reason to show a failure. Chromium
 * fetches a module again that it could not get; the style sheets beside it have to be asked for again.
 */
async function fetchTwice<T>(fetchCode: () => Promise<T>, hasFailed: boolean): Promise<T> {
  try {
    if (hasFailed) await fetchMissingStyles()
    return await fetchCode()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    await fetchMissingStyles()
    return await fetchCode()
  }
}

/** Whether a sheet has not come: it has none then, or one whose rules cannot be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    return true
  }
}

/** A sheet that could not be fetched stays in the document without rules, and nothing asks for it a second time. */
async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(
    links.filter(isMissing).map(async (link) => {
      const again = link.cloneNode() as HTMLLinkElement
      // Beside it: the other one may be on its way yet, and somebody wait for it.
      link.after(again)
      await new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => resolve())
        const fail = (): void => reject(new Error(`Could not fetch ${again.href}`))
        again.addEventListener('error', fail)
        setTimeout(fail, MAX_STYLE_MS)
      })
    }),
  )
}

/**
 * Makes a component whose code is fetched when it is first shown, with `Waiting` in its place meanwhile. React's own `lazy` holds
 * content that follows a placeholder back for 300 ms, which is a fifth of the time a window has to be usable. Code that cannot be
 * fetched, not the second time either, throws into the error boundary around it, and is fetched again when that tries again.
 */
export function lazyView(
  fetchView: () => Promise<ComponentType>,
  Waiting: ComponentType = Nothing,
): LazyView {
  let fetched: ComponentType | undefined
  let fetching: Promise<ComponentType> | undefined
  let hasFailed = false
  const load = (): Promise<ComponentType> =>
    (fetching ??= fetchTwice(fetchView, hasFailed).then(
      (view) => (fetched = view),
      (error: unknown) => {
        fetching = undefined
        hasFailed = true
        throw error
      },
    ))
  function View() {
    const [state, setState] = useState<{ view?: ComponentType | undefined; error?: unknown }>({
      view: fetched,
    })
    useEffect(() => {
      if (state.view) return
      let here = true
      load().then(
        (view) => here && setState({ view }),
        (error: unknown) => here && setState({ error }),
      )
      return () => {
        here = false
      }
    }, [state.view])
    if ('error' in state) throw state.error
    return state.view ? <state.view /> : <Waiting />
  }
  return { load, View }
}

function Nothing() {
  return null
}

/** Stands where a bench will be; it says so only when that takes long enough to be read. */
export function Loading() {
  const t = useText()
  return <p className={styles['loading']}>{t('ui.loading')}</p>
}
