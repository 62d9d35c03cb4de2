import { useEffect, useId, useState } from 'react'
import { workbench } from '../app/workbench.ts'
import { Input } from '../ui/field.tsx'

/** Debounce in milliseconds before the server is asked. */
const PAUSE_MS = 150

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

interface CompletingInputProps {
  readonly connection: string
  readonly reference: Reference
  readonly argument: string
  readonly value: string
  /** Values of the other arguments. */
  readonly others: Readonly<Record<string, string>>
  onChange(value: string): void
}

/**
 * An input with suggestions from the server's `completion/complete`. A server without completion is not an
 * error.
 */
export function CompletingInput({
  connection,
  reference,
  argument,
  value,
  others,
  onChange,
}: CompletingInputProps) {
  const id = useId()
  const [values, setValues] = useState<readonly string[]>([])
  const ref = JSON.stringify(reference)
  const { [argument]: _own, ...beside } = others
  const filled = JSON.stringify(beside)
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const input = {
        connection,
        ref: JSON.parse(ref) as Reference,
        argument: { name: argument, value },
        ...(filled === '{}' ? {} : { context: { arguments: JSON.parse(filled) as Record<string, string> } }),
      }
      workbench.call('models.complete', input, { signal: controller.signal }).then(
        (completion) => setValues(completion.values),
        () => setValues([]),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [connection, ref, argument, value, filled])
  return (
    <>
      <Input list={id} value={value} onChange={(event) => onChange(event.target.value)} />
      <datalist id={id}>
        {values.map((candidate) => (
          <option key={candidate} value={candidate} aria-label={candidate} />
        ))}
      </datalist>
    </>
  )
}
