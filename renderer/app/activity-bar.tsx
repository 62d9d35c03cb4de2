import { Boxes, FlaskConical, Orbit, PlugZap, Settings2, TextSearch, type LucideIcon } from 'lucide-react'
import styles from './activity-bar.module.css'
import { useText } from '../i18n/text.ts'
import { showKeys } from './keys.ts'
import { benches, goTo, useRoute, type Bench } from './routes.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  explorer: Orbit,
  query: TextSearch,
  sandboxes: Boxes,
  environments: FlaskConical,
  console: PlugZap,
  settings: Settings2,
}

function BenchButton({ bench }: { readonly bench: Bench }) {
  const t = useText()
  const current = useRoute((state) => state.bench === bench.id)
  const Icon = icons[bench.id] ?? Orbit
  return (
    <button
      type="button"
      className={styles['button']}
      aria-current={current ? 'page' : undefined}
      title={`${t(bench.title)} (${showKeys(bench.keys)})`}
      onClick={() => goTo(bench.id)}
    >
      <Icon size={20} strokeWidth={1.6} aria-hidden />
      <span>{t(bench.title)}</span>
    </button>
  )
}

/** The places of Orrery. */
export function ActivityBar() {
  const t = useText()
  return (
    <nav className={styles['bar']} aria-label={t('app.benches')}>
      {benches
        .filter((bench) => bench.place === 'main')
        .map((bench) => (
          <BenchButton key={bench.id} bench={bench} />
        ))}
      <div className={styles['space']} />
      {benches
        .filter((bench) => bench.place === 'foot')
        .map((bench) => (
          <BenchButton key={bench.id} bench={bench} />
        ))}
    </nav>
  )
}
