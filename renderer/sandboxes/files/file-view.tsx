import { useEffect, useState } from 'react'
import type { FileEntry } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { fromBase64 } from '../../app/base64.ts'
import { imageType, isText } from './content.ts'
import { HexView } from './hex-view.tsx'
import { TextEditor } from './text-editor.tsx'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

interface ImageViewProps {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly path: string
}

/** An image, whole, on a ground that shows what is transparent. */
function ImageView({ bytes, type, path }: ImageViewProps) {
  const t = useText()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const next = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [bytes, type])
  return (
    <div className={styles['image']}>
      {url ? <img src={url} alt={t('sandboxes.files.image', { name: nameOf(path) })} /> : null}
    </div>
  )
}

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** Bytes that are opened as text at most; larger files are looked at part by part. */
const TEXT_LIMIT = 2 * 1024 * 1024
/** Bytes of an image at most. */
const IMAGE_LIMIT = 16 * 1024 * 1024
const PART = 1024 * 1024

interface Opened {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly size: number
  readonly modified: number
}

/** Reads a file from its beginning, up to a limit. */
async function read(place: Place, path: string, limit: number, signal: AbortSignal): Promise<Opened> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let facts = { size: 0, modified: 0 }
  for (let offset = 0; offset < limit;) {
    const length = Math.min(PART, limit - offset)
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

/** One file, as what it is: text, an image, or bytes. */
export function FileView({ place, path, entry }: FileViewProps) {
  const t = useText()
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  const [version, setVersion] = useState(0)
  const { platform, sandboxId } = place
  const image = imageType(path)
  const whole = image ? entry.size <= IMAGE_LIMIT : entry.size <= TEXT_LIMIT
  const limit = whole ? (image ? IMAGE_LIMIT : TEXT_LIMIT) : 64 * 1024
  useEffect(() => {
    const abort = new AbortController()
    setProblem(undefined)
    read({ platform, sandboxId }, path, limit, abort.signal).then(
      (next) => {
        if (!abort.signal.aborted) setOpened(next)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setProblem(toFailure(error).message)
      },
    )
    return () => abort.abort()
  }, [limit, path, platform, sandboxId, version])
  if (problem !== undefined) return <EmptyState title={problem} />
  if (!opened) return <EmptyState title={t('ui.loading')} />
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
  return <HexView place={place} path={path} first={opened.bytes} size={opened.size} />
}
