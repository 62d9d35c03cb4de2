import { Loans } from '../../../../electron/workbench/sandboxes/loans/loans.ts'

/** For tests without loans: stores nothing and has nothing to take back. */
export const noLoans = (): Loans =>
  new Loans({
    platforms: {} as never,
    documents: {} as never,
    emit: () => undefined,
    secret: () => Promise.resolve(undefined),
  })
