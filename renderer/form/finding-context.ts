import { createContext, useContext } from 'react'

/** What is wrong, or worth a look, at a path of the form such as `spec.fields[0].type`. */
export interface FormFinding {
  readonly message: string
  /** `missing`: not filled in yet, which is not a mistake before it is sent. */
  readonly severity: 'error' | 'warning' | 'missing'
}

/** Findings by path; a form without a checker has none. */
export const FormFindings = createContext<ReadonlyMap<string, FormFinding>>(new Map())

export function useFinding(path: string): FormFinding | undefined {
  return useContext(FormFindings).get(path)
}
