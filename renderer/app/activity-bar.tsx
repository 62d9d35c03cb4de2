import { ToolbarSpace } from '../ui/toolbar.tsx'
import styles from './activity-bar.module.css'
import { useText } from '../i18n/text.ts'
import { ownBenches, type Bench } from './bench.ts'
import { shownKeys } from './keys.ts'
import { openBench, useRoute } from './route.ts'
import { useWorkbench } from './workbench.ts'
import { Mark } from '../ui/mark.tsx'
import { Stack } from '../ui/stack.tsx'
import { Tip } from '../ui/tip.tsx'

function BenchButton({ bench }: { readonly bench: Bench }) {
  const t = useText()
  const current = useRoute((state) => state.bench === bench.id)
  // The host, which decides on the keys, is known only after the first render.
  useWorkbench((state) => state.capabilities)
  const { icon: Icon, place, badge: Badge } = bench
  return (
    <Tip text={t(bench.title)} named keys={shownKeys(`app.go.${bench.id}`)} side="right">
      <button
        type="button"
        className={styles['button']}
        aria-current={current ? 'page' : undefined}
        data-home={place === 'home' || undefined}
        onClick={() => void openBench(bench.id)}
      >
        {place === 'home' ? <Mark size={28} /> : <Icon size={20} strokeWidth={1.6} aria-hidden />}
        <span className={place === 'home' ? 'visually-hidden' : 'words-with-room'}>{t(bench.title)}</span>
        {Badge ? <Badge /> : null}
      </button>
    </Tip>
  )
}

/** The bar on the left edge: one button per bench. */
export function ActivityBar() {
  const t = useText()
  return (
    <Stack
      as="nav"
      gap={0.5}
      pad={0.5}
      ground="ground"
      className={styles['bar']}
      aria-label={t('app.benches')}
    >
      {ownBenches()
        .filter(({ place }) => place === 'home' || place === 'main')
        .map((bench) => (
          <BenchButton key={bench.id} bench={bench} />
        ))}
      <ToolbarSpace />
      {ownBenches()
        .filter((bench) => bench.place === 'foot')
        .map((bench) => (
          <BenchButton key={bench.id} bench={bench} />
        ))}
    </Stack>
  )
}
