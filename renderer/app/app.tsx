import { Tooltip } from 'radix-ui'
import { FrontContext } from '../ui/landmark.ts'
import { ActivityBar } from './activity-bar.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { useText } from '../i18n/text.ts'
import { later } from './later.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import { RecentsDialog } from './recents-dialog.tsx'
import { benches, useRoute } from './routes.ts'
import { StatusBar } from './status-bar.tsx'

const questions = later(() => import('../console/questions.tsx'), 'Questions')

/** The frame of the page: benches on the left, the open one in the middle, the state of the connections below. */
export function App() {
  const t = useText()
  const { bench: current, opened } = useRoute()
  return (
    <Tooltip.Provider delayDuration={400}>
      <div className={styles['app']}>
        <ActivityBar />
        <main className={styles['main']}>
          <Notices />
          {benches
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
                    <bench.page.View />
                  </FrontContext>
                </ErrorBoundary>
              </section>
            ))}
        </main>
        <StatusBar />
        <Palette />
        <RecentsDialog />
        <questions.View />
      </div>
    </Tooltip.Provider>
  )
}
