import { Boxes } from 'lucide-react'
import { useMemo } from 'react'
import { DomainSwatch, KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { showNumber, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { viewCommands } from '../view/commands-on-view.ts'
import { isPart } from '../graph/parts.ts'
import { groupKey, groupNameOf } from '../view/projection.ts'
import { select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { typeBehind, typeName, useSetNames } from '../graph/set-names.ts'
import { bothWays, groupDetail, groupTitle } from '../view/words.ts'
import { groupFacts } from './group-links.ts'
import styles from './details.module.css'

/** Linked groups listed. */
const SHOWN = 60

/** Details of a group: its contents, and the groups linked with it in either direction, strongest first. */
export function GroupDetails({ name }: { readonly name: string }) {
  const t = useText()
  const surface = useSurface()
  const id = useSurfaceState((state) => state.id)
  const graph = useSurfaceState((state) => state.graph)
  const projection = useSurfaceState((state) => state.projection)
  const collapsed = useSurfaceState((state) => viewOf(state).collapsed)
  const own = groupKey(name)
  useSetNames()
  const facts = useMemo(
    () => groupFacts({ ...surface.getState(), graph, projection }, own),
    [surface, graph, projection, own],
  )
  /** A part is shown with the name of its group. */
  const title = (key: string, domain: string): string =>
    [
      ...(graph.groups.includes(groupNameOf(key) ?? '') ? [] : [domain]),
      groupTitle(surface.getState(), key),
    ].join(' · ')
  const { linked } = facts
  const outer = linked.reduce((sum, { out, back }) => sum + out + back, 0)
  const isParted = [own, ...linked.map(({ key }) => key)].some((key) => isPart(groupNameOf(key) ?? ''))
  const groups = id === 'model' ? 'explorer.details.linkedDomains' : 'explorer.details.linkedTypes'
  const linkedTitle = t(isParted ? 'explorer.details.linkedGroups' : groups)
  return (
    <Stack
      as="article"
      gap={2}
      pad={[3, 3]}
      className={styles['details']}
      aria-label={title(own, facts.domain)}
    >
      <Stack as="header" row gap={2}>
        <DomainSwatch domain={facts.domain} />
        <h2 title={typeBehind(name)}>{title(own, facts.domain)}</h2>
      </Stack>
      <p>{groupDetail(id, facts.nodes, facts.inner, outer)}</p>
      <p>
        <Button onClick={() => viewCommands(surface).toggleGroup(name)}>
          <Boxes size={14} aria-hidden />{' '}
          {t(collapsed.has(name) ? 'explorer.step.openGroup' : 'explorer.step.closeGroup')}
        </Button>
      </p>
      {facts.kinds.length > 1 ? (
        <details className={styles['section']} open>
          <summary>
            {t('explorer.legend.kinds')} <small>{facts.kinds.length}</small>
          </summary>
          <ul>
            {facts.kinds.map(([kind, count]) => (
              <Stack as="li" key={kind} row gap={2} pad={[0.5, 2]}>
                <KindIcon kind={kind} /> {typeName(kind)} <small>{showNumber(count)}</small>
              </Stack>
            ))}
          </ul>
        </details>
      ) : null}
      <details className={styles['section']} open>
        <summary>
          {linkedTitle} <small>{showNumber(linked.length)}</small>
        </summary>
        <List label={linkedTitle} items={linked.slice(0, SHOWN)} keyOf={({ key }) => key}>
          {({ key, domain, out, back }) => (
            <Row
              icon={<DomainSwatch domain={domain} />}
              label={title(key, domain)}
              detail={bothWays(out, back)}
              onClick={() => select(surface, [key])}
            />
          )}
        </List>
        {linked.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: linked.length })}</p> : null}
      </details>
    </Stack>
  )
}
