import { useCallback, useRef, useState } from 'react'
import { useSliced } from '../../app/use-sliced.ts'
import { type ReadFiles, readSteps, type SourceFile } from '../exchange/read-files.ts'

const NOTHING: ReadFiles = { elements: [], origins: [], problems: [] }
/** Milliseconds between two progress messages. */
const OFTEN_MS = 100

interface Reading {
  readonly read: ReadFiles
  /** Number of files read so far; undefined when all are. */
  readonly done: number | undefined
}

/** Reads files without blocking the page. */
export function useReadFiles(files: readonly SourceFile[]): Reading {
  const [done, setDone] = useState(0)
  const told = useRef(0)
  const { value, busy } = useSliced(
    useCallback(() => {
      told.current = performance.now()
      return readSteps(files, (count) => {
        const now = performance.now()
        if (now - told.current < OFTEN_MS) return
        told.current = now
        setDone(count)
      })
    }, [files]),
  )
  return busy || !value ? { read: NOTHING, done } : { read: value, done: undefined }
}
