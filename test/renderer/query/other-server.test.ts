import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { afterEach, expect, it, vi } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench, workbench } from '../../../renderer/app/workbench.ts'
import { completions } from '../../../renderer/spl/complete.ts'
import { spl } from '../../../renderer/spl/language.ts'
import { keptFor } from '../../../renderer/spl/lint.ts'
import { useVocabulary } from '../../../renderer/spl/vocabulary.ts'

afterEach(() => vi.restoreAllMocks())

const server = (id: string, prefix: string): Connection =>
  ({
    id,
    name: id,
    kind: 'model',
    state: 'ready',
    since: 1,
    prefix,
    embedded: false,
  }) as unknown as Connection

/** What each server's model has. */
const DOMAINS: Readonly<Record<string, string>> = { ours: 'devops', theirs: 'bank' }

it('a text that is kept for another server is completed from that one’s model, in its dialect', async () => {
  useWorkbench.setState({
    connections: [server('ours', 'model'), server('theirs', 'umodel')],
    chosen: { model: 'ours' },
  })
  useVocabulary.setState({ connection: 'ours', elements: [], domains: ['devops'], relationTypes: [] })
  const call = vi.spyOn(workbench, 'call').mockImplementation((async (
    procedure: string,
    { connection }: { connection: string },
    { onProgress }: { onProgress?: (piece: unknown) => void },
  ) => {
    if (procedure === 'models.complete') return { values: [`.umodel | limit 7`] }
    if (procedure !== 'models.readIndex') throw new Error(procedure)
    onProgress?.({ elements: [{ kind: 'entity_set', domain: DOMAINS[connection], name: 'a.b' }], links: [] })
    return null
  }) as never)
  const offered = async (doc: string, kept?: string): Promise<string[]> => {
    const state = EditorState.create({ doc, extensions: [spl, kept === undefined ? [] : keptFor.of(kept)] })
    const result = await completions(new CompletionContext(state, doc.length, true))
    return (result?.options ?? []).map(({ label }) => label)
  }
  const open = ".entity with(domain='"
  expect(await offered(open)).toEqual(['devops'])
  expect(await offered(open, 'theirs')).toEqual(['bank'])
  // It is read once.
  expect(await offered(open, 'theirs')).toEqual(['bank'])
  expect(call).toHaveBeenCalledTimes(1)
  expect(await offered('.', 'theirs')).toContain('.umodel')
  expect(call).toHaveBeenLastCalledWith(
    'models.complete',
    expect.objectContaining({ connection: 'theirs' }),
    expect.anything(),
  )
})
