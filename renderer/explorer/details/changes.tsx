import { useText } from '../../i18n/text.ts'
import { inLine } from './sections.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import styles from './changes.module.css'
import { partChanges } from '../compare/diff.ts'

/** Fact by fact, what a comparison found about one node or edge. */
export function Changes({ partKey }: { readonly partKey: string }) {
  const t = useText()
  const comparison = useSurfaceState((state) => state.comparison)
  const graph = useSurfaceState((state) => state.graph)
  if (comparison?.differences.get(partKey) !== 'changed') return null
  const find = (from: typeof graph) =>
    from.nodes[from.indexOf.get(partKey) ?? -1] ?? from.edges.find(({ key }) => key === partKey)
  const [before, after] = [find(comparison.before), find(graph)]
  if (!before || !after) return null
  return (
    <section aria-label={t('explorer.compare.changes')}>
      <h3>{t('explorer.compare.changes')}</h3>
      <ul className={styles['changes']}>
        {partChanges(before, after).map(({ path, before, after }) => (
          <li key={path}>
            <code>{path}</code>
            <del>{inLine(before) || t('explorer.compare.nothing')}</del> →{' '}
            <ins>{inLine(after) || t('explorer.compare.nothing')}</ins>
          </li>
        ))}
      </ul>
    </section>
  )
}
