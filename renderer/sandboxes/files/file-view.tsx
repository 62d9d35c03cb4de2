import { useEffect, useState, useMemo } from 'react'
import type { FileEntry } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { fromBase64 } from '../../app/base64.ts'
import { FailureHint, FailureText } from '../../app/failure-text.tsx'
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Button } from '../../ui/button.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { beginsAsText, hexRows, imageType, isText } from './content.ts'
import { LogView } from './log-view.tsx'
import { TextEditor } from './text-editor.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */

const ROW = 18
const HEX_PART_BYTES = 256 * 1024

interface HexViewProps {
  readonly place: { readonly platform: string; readonly sandboxId: string }
  readonly path: string
  readonly first: Uint8Array<ArrayBuffer>
  readonly size: number
}

/** Hex view of a file that is binary or too large for the editor; loaded on demand. */
function HexView({ place, path, first, size }: HexViewProps) {
  const t = useText()
  const [bytes, setBytes] = useState(first)
  const [problem, setProblem] = useState<Failure>()
  const rows = useMemo(() => hexRows(bytes), [bytes])
  const {
    scroller,
    rows: drawn,
    frame,
  } = useVirtualRows({ count: rows.length, height: ROW, overscan: 20, isText: true })
  const more = async (): Promise<void> => {
    setProblem(undefined)
    const request = { ...place, path, offset: bytes.length, length: HEX_PART_BYTES }
    const part = await workbench.call('sandboxes.readFile', request).catch((error: unknown) => {
      setProblem(toFailure(error))
    })
    if (!part) return
    const next = fromBase64(part.base64)
    const joined = new Uint8Array(bytes.length + next.length)
    joined.set(bytes)
    joined.set(next, bytes.length)
    setBytes(joined)
  }
  return (
    <Stack grow className={styles['hex']}>
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
            <FailureText failure={problem} />
          </Text>
        ) : null}
      </Stack>
      <Stack
        grow
        scroll
        ref={scroller}
        className={styles['bytes']}
        role="region"
        tabIndex={0}
        aria-label={t('sandboxes.files.hex', { name: shownName(nameOf(path)) })}
      >
        <div style={frame}>
          {drawn.map(({ index, place }) => (
            <code key={index} style={{ ...place, right: 'auto' }}>
              <span>{rows[index]?.offset}</span>
              <span>{rows[index]?.hex}</span>
              <span>{rows[index]?.text}</span>
            </code>
          ))}
        </div>
      </Stack>
    </Stack>
  )
}

interface ImageViewProps {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly path: string
}

/** An image on a background that shows transparency. */
function ImageView({ bytes, type, path }: ImageViewProps) {
  const t = useText()
  const [url, setUrl] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    setBroken(false)
    const next = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [bytes, type])
  const name = shownName(nameOf(path))
  if (broken) return <EmptyState title={t('sandboxes.files.image.broken', { name })} />
  return (
    <div className={styles['image']}>
      {url ? (
        <img src={url} alt={t('sandboxes.files.image', { name })} onError={() => setBroken(true)} />
      ) : null}
    </div>
  )
}

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** Maximum bytes opened as text; larger files are shown in parts. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024
/** Maximum bytes of an image. */
const MAX_IMAGE_BYTES = 16 * 1024 * 1024
const PART_BYTES = 1024 * 1024

interface Opened {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly size: number
  readonly modified: number
}

/** Reads a file from its start, up to a limit. */
async function read(place: Place, path: string, limit: number, signal: AbortSignal): Promise<Opened> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let facts = { size: 0, modified: 0 }
  for (let offset = 0; offset < limit;) {
    const length = Math.min(PART_BYTES, limit - offset)
    const part = await workbench.call('sandboxes.readFile', { ...place, path, offset, length }, { signal })
    facts = { size: part.size, modified: part.modified }
    const bytes = fromBase64(part.base64)
    parts.push(bytes)
    offset += bytes.length
    if (bytes.length < length) break
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), ...facts }
}

interface FileViewProps {
  readonly place: Place
  readonly path: string
  readonly entry: FileEntry
  close(): void
}

/** Shows a file by type: text, image, or bytes. */
export function FileView({ place, path, entry }: FileViewProps) {
  const t = useText()
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<Failure>()
  const [version, setVersion] = useState(0)
  const { platform, sandboxId } = place
  const image = imageType(path)
  const whole = image ? entry.size <= MAX_IMAGE_BYTES : entry.size <= MAX_TEXT_BYTES
  const limit = whole ? (image ? MAX_IMAGE_BYTES : MAX_TEXT_BYTES) : 64 * 1024
  useEffect(() => {
    const abort = new AbortController()
    setProblem(undefined)
    read({ platform, sandboxId }, path, limit, abort.signal).then(
      (next) => {
        if (!abort.signal.aborted) setOpened(next)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setProblem(toFailure(error))
      },
    )
    return () => abort.abort()
  }, [limit, path, platform, sandboxId, version])
  if (problem !== undefined)
    return <EmptyState reason="failed" title={problem.message} hint={<FailureHint failure={problem} />} />
  if (!opened) return <EmptyState reason="busy" title={t('ui.loading')} />
  if (image && whole) return <ImageView bytes={opened.bytes} type={image} path={path} />
  if (whole && isText(opened.bytes)) {
    return (
      <TextEditor
        key={`${version} ${opened.modified}`}
        place={place}
        path={path}
        text={new TextDecoder('utf-8', { ignoreBOM: true }).decode(opened.bytes)}
        modified={opened.modified}
        reload={() => setVersion(version + 1)}
      />
    )
  }
  if (!whole && !image && beginsAsText(opened.bytes))
    return <LogView place={place} path={path} size={opened.size} />
  return <HexView place={place} path={path} first={opened.bytes} size={opened.size} />
}
