import { useEffect, useState, type ComponentType } from 'react'
import styles from './app.module.css'
import { useText } from '../i18n/text.ts'

/** A component whose code is fetched when it is first shown. */
export interface LazyView {
  /** Fetches the code ahead of the first showing. */
  readonly load: () => Promise<unknown>
  readonly View: ComponentType
}

/**
 * Makes a component whose code is fetched when it is first shown, with `Waiting` in its place meanwhile. React's own `lazy` holds
 * content that follows a placeholder back for 300 ms, which is a fifth of the time a window has to be usable. Code that cannot be
 * fetched throws into the error boundary around it, and is fetched anew when that tries again.
 */
export function lazyView(
  fetchView: () => Promise<ComponentType>,
  Waiting: ComponentType = Nothing,
): LazyView {
  let fetched: ComponentType | undefined
  const load = async (): Promise<ComponentType> => (fetched ??= await fetchView())
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
