import { Truncate } from '../../ui/truncate.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { LongText } from '../../ui/long-text.tsx'
import { ArrowRightToLine, Database, Pencil, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { stringify } from 'yaml'
import { openWith } from '../../app/intents.ts'
import { runCommand } from '../../app/run-command.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { partChanges } from '../compare/diff.ts'
import { queryForNode } from '../graph/as-query.ts'
import { stateOf } from '../graph/entity-state.ts'
import { type GraphEdge, type GraphNode } from '../graph/graph.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { openEdit } from '../panels/side-store.ts'
import { openEntities } from '../topology/open-entities.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { groupNameOf } from '../view/projection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import { groupName } from '../view/words.ts'
import { typeBehind, typeName, useSetNames } from '../graph/set-names.ts'
import { GroupDetails } from './group-details.tsx'
import { Links, MoreLinks, useLinks } from './links.tsx'
import { Operations } from './operations.tsx'
import { selectedLinks, Several } from './several.tsx'
import { Gone, State } from './state.tsx'
import { entitySections, inLine, knownSection, sectionsOf } from './sections.ts'
import { SectionView } from './section-view.tsx'
import { useFieldNames, usePayload } from './use-payload.ts'
import styles from './details.module.css'
import type { ItemType } from '#shared/documents/authoring.ts'

/** The differences a comparison found in one node or edge. */
function Changes({ partKey }: { readonly partKey: string }) {
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

/** Milliseconds without a key after which a note is saved, so that a reload loses no more. */
const NOTE_REST_MS = 150

/** The user's note on a node; saved with the view while it is written, as one step to undo. */
function Note({ node }: { readonly node: GraphNode }) {
  const t = useText()
  const surface = useSurface()
  const note = useSurfaceState((state) => viewOf(state).notes.get(node.key) ?? '')
  const [draft, setDraft] = useState(note)
  const [seen, setSeen] = useState(note)
  if (seen !== note) {
    // Saved, undone or redone.
    setSeen(note)
    setDraft(note)
  }
  /** Whether this visit of the field has a step already. */
  const hasStep = useRef(false)
  const save = useCallback(() => {
    if (draft === note || (note === '' && draft.trim() === '')) return
    viewCommands(surface).annotate(node.key, draft, hasStep.current)
    hasStep.current = true
  }, [surface, node.key, draft, note])
  useEffect(() => {
    const timer = setTimeout(save, NOTE_REST_MS)
    return () => clearTimeout(timer)
  }, [save])
  return (
    <Stack as="label" gap={1}>
      <Text tone="quiet" small>
        {t('explorer.details.note')}
      </Text>
      <textarea
        data-node-note
        value={draft}
        rows={2}
        placeholder={t('explorer.details.noteHint')}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          save()
          hasStep.current = false
        }}
      />
    </Stack>
  )
}

const MODES = ['fields', 'yaml', 'json'] as const

const CodeText = lazy(async () => ({ default: (await import('../../editor/code-text.tsx')).CodeText }))
type Mode = (typeof MODES)[number]

/** Details of the selected node or link. */
export function Details() {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const selection = useSurfaceState((state) => state.selection)
  const last = selection.at(-1)
  const node = last === undefined ? undefined : graph.nodes[graph.indexOf.get(last) ?? -1]
  const edge = node || last === undefined ? undefined : graph.edges.find(({ key }) => key === last)
  const group = last === undefined ? undefined : groupNameOf(last)
  const onlyLinks = useMemo(
    () => selection.length > 1 && selectedLinks({ graph, selection }).length === selection.length,
    [graph, selection],
  )
  if (group !== undefined && !node) return <GroupDetails key={group} name={group} />
  if (!node && !edge)
    return (
      <EmptyState
        title={t('explorer.details.none')}
        hint={t('explorer.details.noneHint')}
        action={<Button onClick={() => void runCommand('explorer.search')}>{t('explorer.search')}</Button>}
      />
    )
  return (
    <>
      {selection.length > 1 ? <Several graph={graph} selection={selection} /> : null}
      {node ? <NodeDetails key={node.key} node={node} /> : null}
      {edge && !onlyLinks ? <EdgeDetails key={edge.key} edge={edge} /> : null}
    </>
  )
}

function NodeDetails({ node }: { readonly node: GraphNode }) {
  const t = useText()
  useSetNames()
  const state = stateOf(node)
  const links = useLinks(node)
  const surface = useSurfaceState((state) => state.id)
  const prefix = useExplorer((state) => state.loaded?.prefix ?? 'model')
  const difference = useSurfaceState((state) => state.comparison?.differences.get(node.key))
  return (
    <Stack as="article" gap={2} pad={[3, 3]} className={styles['details']} aria-label={node.label}>
      <Stack as="header" row gap={2}>
        <KindIcon kind={node.kind} missing={node.missing ?? false} />
        <h2 title={node.label}>{node.label}</h2>
        <CopyButton text={node.key} label={t('explorer.details.copyKey')} />
      </Stack>
      <Stack as="p" row wrap gap={1.5}>
        <Badge tone="accent" title={typeBehind(node.kind)}>
          {typeName(node.kind)}
        </Badge>
        <Badge>
          <Truncate>{groupName(node.domain)}</Truncate>
        </Badge>
        {difference ? (
          <Badge tone={difference === 'added' ? 'good' : difference === 'removed' ? 'bad' : 'warning'}>
            {t(`explorer.compare.${difference}`)}
          </Badge>
        ) : null}
        {node.missing ? <Badge tone="warning">{t('explorer.details.missing')}</Badge> : null}
        {state === undefined ? null : <State state={state} />}
        <Gone part={node} />
      </Stack>
      <Text as="p" tone="quiet" small breaks className={styles['key']} title={shownName(node.key)}>
        {shownName(node.key)}
      </Text>
      {node.description ? (
        <Text as="p" breaks>
          <LongText>{node.description}</LongText>
        </Text>
      ) : null}
      <Stack as="p" row wrap gap={1}>
        <Button
          onClick={() =>
            void openWith('query.open', { text: queryForNode(node, surface, prefix), run: true })
          }
        >
          <SquareTerminal size={12} aria-hidden /> {t('explorer.details.query')}
        </Button>
        {node.kind === 'entity_set' ? (
          <Button onClick={() => openEntities(node)}>
            <Database size={12} aria-hidden /> {t('explorer.details.entities')}
          </Button>
        ) : null}
        {node.missing ? null : (
          <EditButton type={surface === 'runtime' ? 'entity' : 'element'} of={node.key} />
        )}
      </Stack>
      <MoreLinks node={node} links={links} />
      <Changes partKey={node.key} />
      <Operations node={node} surface={surface}>
        <WholeView part={node} surface={surface} />
        <Links node={node} links={links} />
      </Operations>
      <Note node={node} />
    </Stack>
  )
}

function EditButton({ type, of }: { readonly type: ItemType; readonly of: string }) {
  const t = useText()
  return (
    <Button onClick={() => openEdit({ type, key: of })}>
      <Pencil size={12} aria-hidden /> {t('explorer.details.edit')}
    </Button>
  )
}

function EdgeDetails({ edge }: { readonly edge: GraphEdge }) {
  const t = useText()
  const surface = useSurfaceState((state) => state.id)
  const graph = useSurfaceState((state) => state.graph)
  const label = (key: string): string => graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
  return (
    <Stack as="article" gap={2} pad={[3, 3]} className={styles['details']} aria-label={edge.type}>
      <Stack as="header" row gap={2}>
        <ArrowRightToLine size={16} aria-hidden />
        <h2 title={shownName(edge.type)}>{shownName(edge.type)}</h2>
        <CopyButton text={edge.key} label={t('explorer.details.copyKey')} />
      </Stack>
      <Stack as="p" row wrap gap={1.5}>
        <Badge tone="accent">{typeName(edge.kind)}</Badge>
        <Gone part={edge} />
      </Stack>
      <p>
        {label(edge.source)} → {label(edge.target)}
      </p>
      <p>
        {surface === 'runtime' ? (
          <EditButton type="relation" of={`${edge.source}/${edge.type}/${edge.target}`} />
        ) : (
          <EditButton type="element" of={edge.key} />
        )}
      </p>
      <Changes partKey={edge.key} />
      <WholeView part={edge} surface={surface} />
    </Stack>
  )
}

/** Fields in groups, or the raw text. */
function WholeView({
  part,
  surface,
}: {
  readonly part: GraphNode | GraphEdge
  readonly surface: 'model' | 'runtime'
}) {
  const t = useText()
  const whole = usePayload(part, surface)
  const names = useFieldNames(part, surface)
  const [mode, setMode] = useState<Mode>('fields')
  if (whole.state === 'loading')
    return (
      <Text tone="quiet" as="p" small>
        {t('ui.loading')}
      </Text>
    )
  if (whole.state === 'absent')
    return (
      <>
        {'label' in part ? <SectionView section={knownSection(part)} isModel /> : null}
        <Text tone="quiet" as="p" small>
          {t('explorer.details.absent')}
        </Text>
      </>
    )
  if (whole.state === 'failed')
    return (
      <Text role="alert" as="p" tone="bad">
        <FailureText failure={whole.failure} />
      </Text>
    )
  const description = 'description' in part ? inLine(part.description) : ''
  const sections = (surface === 'runtime' ? entitySections(whole.value) : sectionsOf(whole.value))
    // Omit what is already shown above.
    .map((section) =>
      'pairs' in section
        ? { ...section, pairs: section.pairs.filter(([, value]) => value !== description) }
        : section,
    )
    .filter((section) => !('pairs' in section) || section.pairs.length > 0)
  const raw = mode === 'json' ? JSON.stringify(whole.value, null, 2) : stringify(whole.value)
  return (
    <>
      <Stack row justify="space-between">
        <Segment
          label={t('explorer.details.form')}
          options={MODES.map((value) => ({ value, label: t(`explorer.details.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        <CopyButton text={mode === 'fields' ? JSON.stringify(whole.value, null, 2) : raw} />
      </Stack>
      {mode === 'fields' ? (
        sections.map((section, index) => (
          <SectionView key={index} section={section} isModel={surface === 'model'} names={names} />
        ))
      ) : (
        <Suspense fallback={null}>
          <CodeText label={t(`explorer.details.${mode}`)} text={raw} language={mode} />
        </Suspense>
      )}
    </>
  )
}
