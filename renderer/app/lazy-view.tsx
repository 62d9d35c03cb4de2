import { useEffect, useState, type ComponentType } from 'react'
import styles from './app.module.css'
import { useText } from '../i18n/text.ts'
import { coreBack } from './workbench.ts'

/** A component whose code is loaded when it is first rendered. */
export interface LazyView {
  /** Preloads the code. */
  readonly load: () => Promise<unknown>
  readonly View: ComponentType
}

/** Milliseconds before the one retry of a failed load; long enough for a network change to settle. */
const RETRY_AFTER_MS = 700

/** Milliseconds a style sheet may take on retry. */
const MAX_STYLE_MS = 10_000

/**
 * Loads code, with one retry so that a short network failure does not surface; while the core is gone, which serves
 * the code in a browser, the retry waits for it. Chromium re-requests a module that failed to load; its style sheets
 * must be re-requested explicitly.
 */
async function fetchTwice<T>(fetchCode: () => Promise<T>, hasFailed: boolean): Promise<T> {
  try {
    if (hasFailed) await fetchMissingStyles()
    return await fetchCode()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    await coreBack()
    await fetchMissingStyles()
    return await fetchCode()
  }
}

/** Whether a style sheet failed to load: `sheet` is null, or its rules cannot be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    return true
  }
}

/**
 * A style sheet that failed to load stays in the document without rules and is never requested again; insert
 * a copy.
 */
export async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(
    links.filter(isMissing).map(async (link) => {
      const again = link.cloneNode() as HTMLLinkElement
      // Insert a second link rather than replacing the first: that one may still be loading, with someone
      // awaiting it.
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
 * Returns a component whose code is loaded on first render, showing `Waiting` meanwhile. React's own `lazy`
 * delays content after a fallback by 300 ms, a fifth of the budget for a usable window. If the code cannot be
 * loaded after the retry, rendering throws into the error boundary, whose retry loads it again.
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

/** Placeholder for a loading bench; its text appears only after a delay. */
export function Loading() {
  const t = useText()
  return <p className={styles['loading']}>{t('ui.loading')}</p>
}
