import { useEffect, useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { fromBase64 } from '../../app/base64.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { Comparison } from '../../editor/comparison.tsx'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { nameOf } from '../sandboxes/sandbox-store.ts'
import { shortSandboxId } from '../sandboxes/title.ts'
import { isText } from './content.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Place } from './transfers.ts'

/** Maximum size of a compared file in bytes. */
const MAX_BYTES = 2 * 1024 ** 2

interface CompareFilesProps {
  readonly sandbox: SandboxInfo
  readonly first: string
  readonly second: string
  /** The second file's sandbox, if different. */
  readonly other?: SandboxInfo
  close(): void
}

const title = (sandbox: SandboxInfo): string => nameOf(sandbox) ?? shortSandboxId(sandbox)

/** Compares two files of one or two sandboxes side by side. */
export function CompareFiles({ sandbox, other = sandbox, first, second, close }: CompareFilesProps) {
  const t = useText()
  const { platform, sandboxId } = sandbox
  const otherId = other.sandboxId
  const [texts, setTexts] = useState<readonly (string | undefined)[]>()
  const [problem, setProblem] = useState<Failure>()
  useEffect(() => {
    const read = Promise.all([
      textOf({ platform, sandboxId }, first),
      textOf({ platform, sandboxId: otherId }, second),
    ])
    read.then(setTexts, (error: unknown) => setProblem(toFailure(error)))
  }, [first, otherId, platform, sandboxId, second])
  const [before, after] = texts ?? []
  const isRefused = texts?.includes(undefined)
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.files.compare')} width={1100}>
      {problem ? (
        <Notice tone="bad" role="alert">
          <FailureText failure={problem} />
        </Notice>
      ) : null}
      {isRefused ? <p>{t('sandboxes.files.compare.text')}</p> : null}
      {before !== undefined && before === after ? <p>{t('sandboxes.files.compare.same')}</p> : null}
      <Comparison
        before={before}
        after={after}
        label={t('sandboxes.files.compare')}
        titles={other === sandbox ? [shownName(first), shownName(second)] : [title(sandbox), title(other)]}
      />
    </Dialog>
  )
}

/** Undefined if it is not text, or too large to compare. */
async function textOf(place: Place, path: string): Promise<string | undefined> {
  const { base64, size } = await workbench.call('sandboxes.readFile', {
    ...place,
    path,
    offset: 0,
    length: MAX_BYTES,
  })
  const bytes = fromBase64(base64)
  return size > MAX_BYTES || !isText(bytes) ? undefined : new TextDecoder().decode(bytes)
}
