import { Text } from '../../ui/text.tsx'
import { useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { densestPairs, matrixBetween } from '../compare/matrix.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { goToNode } from '../view/go-to.ts'
import { select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './dialogs.module.css'

/** Maximum rows and columns. */
const SIDE = 60
/** Maximum pairs offered. */
const PAIRS = 500
/** Column width in px, and the width of the row headers. */
const CELL = 22
const BESIDE = 420

/** Links between two groups as a matrix; more readable than edges when dense. */
export function MatrixDialog() {
  const t = useText()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const pairs = useMemo(() => densestPairs(graph), [graph])
  const [place, setPlace] = useState(0)
  const pair = pairs[place]
  const matrix = useMemo(() => pair && matrixBetween(graph, pair.from, pair.to), [graph, pair])
  const group = (name: string): string => name || t('explorer.noDomain')
  const label = (node: number): string => graph.nodes[node]?.label ?? ''
  const choose = (edges: readonly number[]): void => {
    const keys = edges.map((edge) => graph.edges[edge]?.key ?? '')
    const source = graph.edges[edges[0] ?? 0]?.source
    if (source !== undefined) goToNode(surface, source)
    select(surface, keys)
    closeDialog()
  }
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.matrix.title')}
      description={t('explorer.matrix.hint')}
      width={Math.min(960, BESIDE + CELL * Math.min(SIDE, matrix?.columns.length ?? 0))}
    >
      <Stack as="label" row gap={2}>
        {t('explorer.matrix.pair')}
        <Select value={place} onChange={(event) => setPlace(Number(event.target.value))}>
          {pairs.slice(0, PAIRS).map(({ from, to, links }, index) => (
            <option key={index} value={index}>
              {t('explorer.matrix.option', { from: group(from), to: group(to), links })}
            </option>
          ))}
          {pairs.length > PAIRS ? (
            <option disabled>{t('explorer.matrix.more', { count: pairs.length - PAIRS })}</option>
          ) : null}
        </Select>
      </Stack>
      {matrix ? (
        <>
          <Text as="p" tone="quiet" small>
            {t('explorer.matrix.shown', {
              rows: Math.min(SIDE, matrix.rows.length),
              allRows: matrix.rows.length,
              columns: Math.min(SIDE, matrix.columns.length),
              allColumns: matrix.columns.length,
            })}
          </Text>
          <div
            className={styles['matrix']}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
            tabIndex={0}
            role="region"
            aria-label={t('explorer.matrix.title')}
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('explorer.matrix.corner')}</th>
                  {matrix.columns.slice(0, SIDE).map((column) => (
                    <th key={column} scope="col">
                      <span>{label(column)}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {matrix.rows.slice(0, SIDE).map((row) => (
                  <tr key={row}>
                    <th scope="row">{label(row)}</th>
                    {matrix.columns.slice(0, SIDE).map((column) => {
                      const edges = matrix.cells.get(`${row}:${column}`)
                      const types = edges?.map((edge) => graph.edges[edge]?.type).join(', ')
                      return (
                        <td key={column}>
                          {edges ? (
                            <button
                              type="button"
                              title={types}
                              aria-label={`${edges.length}: ${label(row)} → ${label(column)}, ${types}`}
                              onClick={() => choose(edges)}
                            >
                              {edges.length}
                            </button>
                          ) : null}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <p>{t('explorer.say.noLinks')}</p>
      )}
    </Dialog>
  )
}
