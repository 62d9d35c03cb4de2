import type { KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { RECORD_VIEWS, setView, useGemView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'

/** The choice among the closer looks at a record; the arrows go around. */
export function RecordTabs() {
  const t = useText()
  const view = useGemView((state) => state.record)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = RECORD_VIEWS.at((RECORD_VIEWS.indexOf(view) + step) % RECORD_VIEWS.length)
    if (step === 0 || !next) return
    event.preventDefault()
    setView({ record: next })
    const strip = event.currentTarget.parentElement
    requestAnimationFrame(() => strip?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
  }
  return (
    <div className={styles['views']} role="tablist" aria-label={t('gem.record.views')}>
      {RECORD_VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={view === name}
          aria-controls="gem-record-view"
          tabIndex={view === name ? 0 : -1}
          onClick={() => setView({ record: name })}
          onKeyDown={onKeyDown}
        >
          {t(`gem.record.${name}`)}
        </button>
      ))}
    </div>
  )
}
