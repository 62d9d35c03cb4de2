import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

interface ImageViewProps {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly path: string
}

/** An image, whole, on a ground that shows what is transparent. */
export function ImageView({ bytes, type, path }: ImageViewProps) {
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
