import { Tooltip } from 'radix-ui'
import { FrontContext } from '../ui/landmark.ts'
import { ActivityBar } from './activity-bar.tsx'
import { allBenches, ownBenches } from './bench.ts'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { useHelp } from './help-store.ts'
import { useText } from '../i18n/text.ts'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import { RecentsDialog } from './recents-dialog.tsx'
import { useRoute } from './route.ts'
import { StatusBar } from './status-bar.tsx'

/** The frame of the page: benches on the left, the open one in the middle, the state of the connections below. */
export function App() {
  const t = useText()
  const { bench: current, opened } = useRoute()
  const help = useHelp((state) => state.open)
  return (
    <Tooltip.Provider delayDuration={400}>
      <div className={styles['app']} data-help={help || undefined}>
        <ActivityBar />
        <main className={styles['main']}>
          <Notices />
          {ownBenches()
            .filter((bench) => opened.includes(bench.id))
            .map((bench) => (
              <section
                key={bench.id}
                id={`bench-${bench.id}`}
                className={styles['bench']}
                hidden={bench.id !== current}
                aria-label={t(bench.title)}
              >
                <ErrorBoundary>
                  <FrontContext value={bench.id === current}>
                    <bench.view.View />
                  </FrontContext>
                </ErrorBoundary>
              </section>
            ))}
        </main>
        <StatusBar />
        <Palette />
        <RecentsDialog />
        {help ? allBenches().map(({ id, helpView }) => helpView && <helpView.View key={id} />) : null}
      </div>
    </Tooltip.Provider>
  )
}
