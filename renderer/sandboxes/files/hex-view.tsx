/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useMemo, useState } from 'react'
import { toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { fromBase64 } from '../../app/base64.ts'
import { hexRows } from './content.ts'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

const ROW = 18
const PART = 256 * 1024

interface HexViewProps {
  readonly place: { readonly platform: string; readonly sandboxId: string }
  readonly path: string
  readonly first: Uint8Array<ArrayBuffer>
  readonly size: number
}

/** The bytes of a file that is no text or too large for the editor; more is fetched on demand. */
export function HexView({ place, path, first, size }: HexViewProps) {
  const t = useText()
  const [bytes, setBytes] = useState(first)
  const [problem, setProblem] = useState<string>()
  const rows = useMemo(() => hexRows(bytes), [bytes])
  const { scroller, rows: drawn, height } = useVirtualRows({ count: rows.length, height: ROW, overscan: 20 })
  const more = async (): Promise<void> => {
    setProblem(undefined)
    const asked = { ...place, path, offset: bytes.length, length: PART }
    const part = await workbench.call('sandboxes.readFile', asked).catch((error: unknown) => {
      setProblem(toFailure(error).message)
    })
    if (!part) return
    const next = fromBase64(part.base64)
    const joined = new Uint8Array(bytes.length + next.length)
    joined.set(bytes)
    joined.set(next, bytes.length)
    setBytes(joined)
  }
  return (
    <div className={styles['hex']}>
      <Stack as="p" row gap={2} line="bottom" className={styles['bar']}>
        {t('sandboxes.files.binary')}
        {bytes.length < size ? (
          <>
            {' '}
            {t('sandboxes.files.part', { shown: showSize(bytes.length), total: showSize(size) })}
            <Button onClick={() => void more()}>{t('sandboxes.files.more')}</Button>
          </>
        ) : null}
        {problem ? (
          <Text tone="bad" role="alert">
            {problem}
          </Text>
        ) : null}
      </Stack>
      <div
        ref={scroller}
        className={styles['bytes']}
        role="region"
        tabIndex={0}
        aria-label={t('sandboxes.files.hex', { name: nameOf(path) })}
      >
        <div style={{ height }}>
          {drawn.map(({ index, start }) => (
            <code key={index} style={{ transform: `translateY(${start}px)` }}>
              <span>{rows[index]?.offset}</span>
              <span>{rows[index]?.hex}</span>
              <span>{rows[index]?.text}</span>
            </code>
          ))}
        </div>
      </div>
    </div>
  )
}
