import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { escapeHtml } from '#shared/html/escape.ts'
import type { Cell, Result, RowsResult } from '#shared/investigations/cell.ts'
import { figure, summariesOf } from '#shared/investigations/summary.ts'
import { showExact } from '../i18n/moment.ts'
import { locale, text as say } from '../i18n/text.ts'
import { hashSource } from '../viewer/page.ts'
import { useWorkbench } from '../app/workbench.ts'
import { modelByName } from '../spl/asked.ts'
import { columnName, storedWords } from '../spl/column-names.ts'
import { thingsOf } from '../viewer/graph-of-rows.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { StillCharts } from '../telemetry/still-chart.tsx'
import { answerOfSeries, seriesNames } from './stored-answer.ts'
import { ChangeBadge } from './result-view.tsx'
import { drawGraph, pictureAddress } from './graph-picture.tsx'

/** Style of the page, for light and dark. */
const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}
article{margin:0 0 2rem}h1{font-size:1.6rem}small,footer{opacity:.75}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.6rem .8rem;border-radius:6px;background:#8881;font:13px/1.5 ui-monospace,monospace}
div{overflow:auto}table{border-collapse:collapse;font-size:13px}td,th{border:1px solid #8885;padding:.2rem .5rem;text-align:left;vertical-align:top}
img,figure>svg{max-width:100%}figure{margin:.5rem 0 1rem;max-width:60rem}figure>svg{display:block;width:100%}figcaption{font-weight:600}figure ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.2rem 0;font-size:13px}blockquote{border-left:3px solid #8888;margin-left:0;padding-left:1rem}`

function Table({ columns, rows }: Pick<RowsResult, 'columns' | 'rows'>) {
  return (
    <div>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Shown({ result, picture }: { readonly result: Result; readonly picture: string | undefined }) {
  switch (result.kind) {
    case 'table':
    case 'logs':
      return (
        <>
          <Table
            columns={result.columns.map((column) => columnName(column, say, result.columns))}
            rows={result.rows.map((row) =>
              row.map((value, place) => storedWords(result.columns[place] ?? '', value) ?? value),
            )}
          />
          {result.total === undefined ? null : (
            <small>{say('investigations.rows', { shown: result.rows.length, total: result.total })}</small>
          )}
        </>
      )
    case 'series':
      return (
        <>
          <StillCharts answer={answerOfSeries(result)} />
          <Table
            columns={(['series', 'last', 'least', 'mean', 'most'] as const).map((name) =>
              say(`investigations.${name}`),
            )}
            rows={summariesOf(result).map(({ last, least, mean, most }, place) => [
              seriesNames(result)[place] ?? '',
              ...[last, least, mean, most].map(figure),
            ])}
          />
        </>
      )
    case 'graph':
      return picture ? (
        <img
          src={pictureAddress(picture)}
          alt={say('investigations.graph', {
            nodes: result.nodes.length,
            edges: result.edges.length,
            things: thingsOf(result.nodes),
          })}
        />
      ) : null
    case 'output':
      return (
        <>
          <pre>{result.text}</pre>
          <small>{say('investigations.exit', { code: result.exitCode })}</small>
        </>
      )
    case 'failure':
      return (
        <blockquote>
          <strong>{result.code}</strong> {result.message}
        </blockquote>
      )
  }
}

function Exported({ cell, picture }: { readonly cell: Cell; readonly picture: string | undefined }) {
  const { kind, text, result, connection, sandbox } = cell
  const server = useWorkbench(({ connections }) => modelByName(connections, connection ?? '')?.name)
  const facts = [
    say(`investigations.kind.${kind}`),
    server ?? connection ?? sandbox,
    result && showExact(result.at),
  ]
  return (
    <article>
      {kind === 'note' ? <Markdown text={text} label={say('investigations.note')} bare /> : null}
      {kind === 'graph' ? <h2>{text}</h2> : null}
      {kind === 'query' || kind === 'command' ? <pre>{text}</pre> : null}
      {kind === 'note' ? null : (
        <p>
          <small>
            {facts.filter(Boolean).join(' · ')} {result ? <ChangeBadge result={result} /> : null}
          </small>
        </p>
      )}
      {result ? <Shown result={result} picture={picture} /> : null}
    </article>
  )
}

/** Copies rendered HTML without the app's classes and styles; buttons that open something become links. */
function plainCopy(host: HTMLElement): string {
  const copy = host.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('[class], [style]')) {
    element.removeAttribute('class')
    element.removeAttribute('style')
  }
  for (const button of copy.querySelectorAll('button')) {
    const link = document.createElement('a')
    if (/^https?:\/\//i.test(button.title)) link.href = button.title
    link.rel = 'noreferrer'
    link.append(...button.childNodes)
    button.replaceWith(link)
  }
  return copy.innerHTML
}

/** Exports an investigation as a self-contained HTML page: no external requests, no scripts. */
export async function pageOf(title: string, cells: readonly Cell[]): Promise<string> {
  const pictures = new Map<string, string>()
  for (const { id, result } of cells)
    if (result?.kind === 'graph')
      pictures.set(id, await drawGraph(result, document.body, AbortSignal.timeout(60_000)))
  const host = document.createElement('main')
  const root = createRoot(host)
  flushSync(() =>
    root.render(
      <>
        <h1>{title}</h1>
        {cells.map((cell) => (
          <Exported key={cell.id} cell={cell} picture={pictures.get(cell.id)} />
        ))}
        <footer>{say('investigations.html.by')}</footer>
      </>,
    ),
  )
  const body = plainCopy(host)
  root.unmount()
  const policy = `default-src 'none'; img-src data:; style-src ${await hashSource(STYLE)}`
  return [
    `<!doctype html><html lang="${locale()}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
  ].join('')
}
