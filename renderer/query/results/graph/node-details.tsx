import { useEffect, useMemo, useState } from 'react'
import { isFields } from '#shared/json/fields.ts'
import { parseEntityKey } from '#shared/model/entity.ts'
import { entityReference } from '#shared/spl/literal.ts'
import { type Failure, toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../../app/failure-text.tsx'
import { openWith } from '../../../app/intents.ts'
import { workbench } from '../../../app/workbench.ts'
import { useText } from '../../../i18n/text.ts'
import { columnName, columnWords } from '../../../spl/column-names.ts'
import { cellText, readAnswer, type Row } from '../../../spl/result.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { shownName, shownText } from '../../../ui/shown-name.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { Truncate } from '../../../ui/truncate.tsx'
import type { GraphNode, ResultGraph } from '../../../viewer/graph-of-rows.ts'
import type { Run, RunRequest } from '../../run/run.ts'
import { grow, growthOf, neighbourGroups, offerAt, useGrowth } from './growth.ts'
import styles from './graph.module.css'

/** Relations of an entity that are read at most. */
const MAX_RELATIONS = 1000
/** Relations of one type that are added at once. */
const MAX_ADDED = 40

/** @throws WorkbenchError if the server refuses */
async function relationsAt(
  { connection, timeRange }: RunRequest,
  key: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const entity = parseEntityKey(key)
  if (!entity) return []
  const query = `.topo | graph-call getDirectRelations([${entityReference(entity)}]) | limit ${MAX_RELATIONS}`
  const input = { connection, query, limit: MAX_RELATIONS, timeRange }
  const outcome = readAnswer(await workbench.call('models.runQuery', input, { signal }))
  if (outcome.kind === 'refused') throw new WorkbenchError(outcome.refusal)
  return outcome.result.rows
}

interface NeighboursProps {
  readonly run: Run
  readonly graph: ResultGraph
  readonly node: GraphNode
}

/** The neighbours of an entity, by relation type with counts, to be added to the graph. */
function Neighbours({ run, graph, node: { key, label } }: NeighboursProps) {
  const t = useText()
  const [rows, setRows] = useState<readonly Row[]>()
  const [failure, setFailure] = useState<Failure>()
  const { request } = run
  useEffect(() => {
    const abort = new AbortController()
    relationsAt(request, key, abort.signal).then(setRows, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(toFailure(error))
    })
    return () => abort.abort()
  }, [request, key])
  const groups = useMemo(() => rows && neighbourGroups(rows, key, graph), [rows, key, graph])
  if (failure) return <FailureNotice failure={failure} />
  if (!groups) return <p role="status">{t('query.graph.asking')}</p>
  if (groups.length === 0) return <p role="status">{t('query.graph.alone')}</p>
  const fresh = groups.flatMap((group) => group.fresh.slice(0, MAX_ADDED))
  return (
    <>
      <Stack as="ul" gap={1} pad={[1, 0]} aria-label={t('query.graph.neighbours')}>
        {groups.map(({ type, isOutgoing, total, fresh: left }) => (
          <Stack as="li" row gap={2} key={`${type}:${isOutgoing}`}>
            <Stack grow>
              <Truncate>{`${isOutgoing ? '→' : '←'} ${shownName(type)}`}</Truncate>
              <Text tone="quiet" small>
                {t('query.graph.hidden', { count: total, hidden: left.length })}
              </Text>
            </Stack>
            {left.length > 0 ? (
              <Button onClick={() => grow(run.id, { name: label, rows: left.slice(0, MAX_ADDED) })}>
                {t('query.graph.show', { count: Math.min(MAX_ADDED, left.length) })}
              </Button>
            ) : null}
          </Stack>
        ))}
      </Stack>
      {rows && rows.length >= MAX_RELATIONS ? (
        <Text as="p" tone="quiet" small>
          {t('query.graph.many', { count: MAX_RELATIONS })}
        </Text>
      ) : null}
      {groups.length > 1 && fresh.length > 0 ? (
        <Button onClick={() => grow(run.id, { name: label, rows: fresh })}>
          {t('query.graph.showAll', { count: fresh.length })}
        </Button>
      ) : null}
    </>
  )
}

/** A node's own fields, then system fields. */
const ownFirst = (fields: GraphNode['fields']): [string, unknown][] =>
  Object.entries(fields).toSorted(([a], [b]) => Number(a.startsWith('__')) - Number(b.startsWith('__')))

/** A value in words, with the value itself as its tooltip. */
function FactValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const words = columnWords(name, value)
  const raw = shownText(cellText(value))
  return words === undefined ? raw : <span title={raw}>{words}</span>
}

/** What is known of a node, and ways on from it. */
export function NodeDetails({ run, graph, node }: NeighboursProps) {
  const t = useText()
  const { key, label, isElement, fields } = node
  const isOffered = useGrowth((state) => growthOf(state, run.id).at === key)
  return (
    <aside className={styles['details']} aria-label={label}>
      <h2>{label}</h2>
      <Stack row wrap gap={1}>
        {isElement ? null : (
          <Button aria-expanded={isOffered} onClick={() => offerAt(run.id, isOffered ? undefined : key)}>
            {t('query.cell.expand')}
          </Button>
        )}
        <Button
          onClick={() =>
            void (isElement
              ? openWith('explorer.select', { element: key })
              : openWith('explorer.entities', { entities: [key] }))
          }
        >
          {t('query.cell.explorer')}
        </Button>
      </Stack>
      {isOffered ? <Neighbours key={key} run={run} graph={graph} node={node} /> : null}
      <Facts
        small
        facts={ownFirst(fields)
          // Of an element the Explorer shows the whole definition.
          .filter(([, value]) => !isElement || !isFields(value))
          .map(([name, value]) => [
            columnName(name, t, Object.keys(fields)),
            <FactValue key={name} name={name} value={value} />,
          ])}
      />
    </aside>
  )
}
