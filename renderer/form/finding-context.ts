import { createContext, useCallback, useContext, useState } from 'react'

/** An error or warning at a path of the form, such as `spec.fields[0].type`. */
export interface FormFinding {
  readonly message: string
  /** `missing`: not filled in yet, which is no error before submitting. */
  readonly severity: 'error' | 'warning' | 'missing'
}

/** Findings by path; empty without a validator. */
export const FormFindings = createContext<ReadonlyMap<string, FormFinding>>(new Map())

export function useFinding(path: string): FormFinding | undefined {
  return useContext(FormFindings).get(path)
}

/** Called by a field whose text cannot be read as a value, and again once it can: its form then holds an older value. */
export const ReportUnread = createContext<(path: string, isUnread: boolean) => void>(() => undefined)

/** The paths of a form's fields whose text cannot be read, and what to pass as {@link ReportUnread}. */
export function useUnread(): [ReadonlySet<string>, (path: string, isUnread: boolean) => void] {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((path: string, isUnread: boolean) => {
    setUnread((before) => {
      const others = [...before].filter((each) => each !== path)
      return new Set(isUnread ? [...others, path] : others)
    })
  }, [])
  return [unread, report]
}
